// Who is asking, where a call needs no token.
import type { Visitor } from '#server/service.ts';

/** The examinee behind a call that needs no token, or null. */
export const examineeOf = (who: Visitor) => (who.session?.kind === 'examinee' ? who.session : null);

/** Who was handed over by the client itself need not log in to book through it. */
export const isGuest = ({ session }: Visitor, clientCode: string) =>
  session?.kind !== 'examinee' && !(session?.kind === 'handover' && session.clientCode === clientCode);
