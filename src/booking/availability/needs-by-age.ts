// What a booking needs on the days of a month, where birthdays may change it.

import { type ApplicantTraits, ageChangeDates } from '#booking/policy/applicant-age.ts';
import type { ComposeOn } from '#booking/policy/fitting-days.ts';
import type { CheckedCourse } from '#booking/policy/validate-booking.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Composition, OptionGroup, OptionRow } from '#domain/offer/offer.ts';
import type { AgePhase, Removable } from './month-days.ts';

/** What the booking needs before and from a birthday on; one phase for all who need the same all month. */
export function needsByAge(
  { client }: Pick<CheckedCourse, 'client'>,
  person: Pick<ApplicantTraits, 'birthDate'>,
  { first, last }: { first: PlainDate; last: PlainDate },
  composeOn: ComposeOn,
): AgePhase[] {
  const phases = ageChangeDates({ client }, person, first, last).map((from): AgePhase => {
    const { composition, without } = composeOn(from);
    if (typeof composition !== 'string') return { from, needs: composition.needs, ...partsOf(composition) };
    if (!without) return { from, needs: null };
    const goes = (row: OptionRow) => ({ ...removableOf(row, without.rest.groups), frame: null, isByAge: true });
    return { from, needs: null, ...partsOf(without.rest), unfit: without.unfit.map(goes) };
  });
  const [before, after] = phases;
  const isSame = before && after && JSON.stringify({ ...after, from: before.from }) === JSON.stringify(before);
  return isSame ? [before] : phases;
}

/** The frames of the course, without their conditions, and those of the options that need one. */
const partsOf = ({ courseFrames, options, groups }: Composition) => ({
  courseFrames: courseFrames.map(({ frameCode, managedBy, countedAs }) => ({ frameCode, managedBy, countedAs })),
  removables: options.filter(({ frame }) => frame).map((option) => removableOf(option, groups)),
});

/** One of a single-choice group gives way to the one that the group begins with. */
function removableOf(option: OptionRow, groups: readonly OptionGroup[]): Removable {
  const { groupCode, optionCode, name, frame, selection } = option;
  const group = selection === 'single' && groups.find((one) => one.groupCode === groupCode);
  const initial = group ? group.options.find((one) => one.isInitial && one.optionCode !== optionCode) : undefined;
  const instead = initial && {
    optionCode: initial.optionCode,
    name: initial.name,
    conditionCode: initial.conditionCode,
    frame: initial.frame,
  };
  return { groupCode, optionCode, name, frame, instead: instead ?? null };
}
