// What a booking needs on the days of a month, where birthdays may change it.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Composition } from '#domain/offer/offer.ts';
import type { ComposeOn } from './fitting-days.ts';
import type { Entered } from './judge.ts';
import { type KnownPerson, phaseStarts } from './known-person.ts';
import type { Phase, Removable } from './month-days.ts';

/** What the booking needs before and from a birthday on; one phase for all who need the same all month. */
export function phasesOf(
  { client }: Pick<Entered, 'client'>,
  person: Pick<KnownPerson, 'birthDate'>,
  { first, last }: { first: PlainDate; last: PlainDate },
  composeOn: ComposeOn,
): Phase[] {
  const phases = phaseStarts({ client }, person, first, last).map((from): Phase => {
    const { composition } = composeOn(from);
    if (typeof composition === 'string') return { from, needs: null };
    const { needs, courseFrames } = composition;
    return { from, needs, courseFrames, removables: removablesOf(composition) };
  });
  const [before, after] = phases;
  return before && JSON.stringify(before.needs) === JSON.stringify(after?.needs) ? [before] : phases;
}

/** Those of the options that need a frame; one of a single-choice group gives way to the one that it begins with. */
function removablesOf({ options, groups }: Composition): Removable[] {
  const framed = options.flatMap(({ frame, ...option }) => (frame ? [{ ...option, frame }] : []));
  return framed.map(({ groupCode, optionCode, name, frame, selection }) => {
    const group = selection === 'single' && groups.find((one) => one.groupCode === groupCode);
    const initial = group ? group.options.find((one) => one.isInitial && one.optionCode !== optionCode) : undefined;
    return { groupCode, optionCode, name, frame, instead: initial ?? null };
  });
}
