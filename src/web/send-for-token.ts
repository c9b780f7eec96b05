// Sends a call that may bring the session another token, and hands that to everything that goes on with it, in all tabs.
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { announce } from './office-tabs.ts';
import { send } from './send.ts';
import { officeSession } from './session.ts';
import { beginRenewal, endRenewal } from './token-renewal.ts';

/** Announced before it is sent: what another tab has under way waits for the new token instead of asking who it is. */
export async function sendForToken<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I>,
  tokenIn: (reply: Value<O>) => string,
): Promise<Value<O>> {
  const { token } = officeSession.get();
  beginRenewal(token);
  announce({ kind: 'renewing', token });
  const end = (next: string) => {
    endRenewal(token, next);
    announce({ kind: 'renewed', token, next });
  };
  try {
    const reply = await send(call, input, { token });
    end(tokenIn(reply));
    return reply;
  } catch (error) {
    end('');
    throw error;
  }
}
