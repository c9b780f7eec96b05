// An answer that is sent in pieces: one JSON object, as any other answer, whose list stands last, a line for each piece.
// JSON has no line feeds inside of texts, so that whoever wants to can read the list while it arrives.
import { answerSuccess, type Call } from './call.ts';
import { type AnyField, Malformed, receive, type Wire, type WireOut } from './field.ts';
import type { AnyRecord, Value } from './record.ts';

/** All of the answer that comes before the list's rows. */
export function writeHead(call: Call, list: string, reply: object): string {
  const { [codeOf(call, list)]: _empty, ...head } = answerSuccess(call, { ...reply, [list]: [] });
  return `${JSON.stringify(head).slice(0, -1)},"${codeOf(call, list)}":[\n`;
}

export function writePiece(call: Call, list: string, rows: unknown, isFirst: boolean): string {
  const out: WireOut = {};
  fieldOf(call, list).put(rows, out);
  const items = JSON.stringify(out[codeOf(call, list)]).slice(1, -1);
  if (items === '') return '';
  return isFirst ? `${items}\n` : `,${items}\n`;
}

export const TAIL = ']}';

export interface PieceListener<O extends AnyRecord, L extends keyof Value<O>> {
  /** All but the list, which is empty here. */
  head(reply: Value<O>): void;
  piece(rows: Value<O>[L]): void;
}

/** Reads such an answer from its lines. Gives the body of a failure back, and null where all has arrived. */
export async function readPieces<I extends AnyRecord, O extends AnyRecord, L extends keyof Value<O> & string>(
  call: Call<I, O>,
  list: L,
  lines: AsyncIterable<string>,
  listener: PieceListener<O, L>,
): Promise<Wire | null> {
  const code = codeOf(call, list);
  const rowsIn = (wire: Wire) => receive<Value<O>[L], unknown>(fieldOf(call, list), wire);
  let isBegun = false;
  let isEnded = false;
  for await (const line of lines) {
    if (isEnded) throw new Malformed('more after the end');
    if (isBegun && line === TAIL) isEnded = true;
    else if (isBegun) listener.piece(rowsIn({ [code]: JSON.parse(`[${line.replace(/^,/, '')}]`) }));
    else {
      // Another server's answer, or a failure, may stand in one line.
      const isWhole = !line.endsWith('[');
      const body = JSON.parse(isWhole ? line : `${line}]}`);
      if (body.errorCode !== 0) return body;
      const reply = call.reply.receive({ ...body, [code]: [] });
      listener.head(reply);
      if (isWhole) listener.piece(rowsIn(body));
      isBegun = true;
      isEnded = isWhole;
    }
  }
  if (!isEnded) throw new Malformed('cut off');
  return null;
}

function fieldOf(call: Call<AnyRecord, AnyRecord>, list: string): AnyField {
  return call.reply.fields[list];
}

const codeOf = (call: Call<AnyRecord, AnyRecord>, list: string) => fieldOf(call, list).meanings[0]?.code ?? list;
