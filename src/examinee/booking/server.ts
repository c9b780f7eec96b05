// Answers the first steps of a booking: insurance entry, course, options.
import { isGuest } from '#booking/asker.ts';
import { readClient } from '#booking/clients.ts';
import { readCourse } from '#booking/facts.ts';
import { type Choosable, daysToTry, limitsOf } from '#booking/fitting-days.ts';
import { admitToClient, checkInsurerNumber } from '#booking/judge.ts';
import { type OfferedCourse, readClientsOffered, readCoursesOffered } from '#booking/offers.ts';
import { ageFor, type Counted, checkBirthDate, type KnownPerson, personOn } from '#booking/person.ts';
import { refuse } from '#booking/refusals.ts';
import { checkChangeable, readReplaced } from '#booking/replaced.ts';
import { composeBeforehand, composerOf, enterStep, taxRateAtStep } from '#booking/step.ts';
import { birthYears } from '#domain/calendar/birth-years.ts';
import { today } from '#domain/calendar/clock.ts';
import { writeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { bookableWindow, firstDay } from '#domain/offer/bookable-window.ts';
import { needsPerson, offerOptions, offerPrice } from '#domain/offer/offer.ts';
import { taxRateOn } from '#domain/offer/price.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { linesOf } from '#domain/text/lines.ts';
import { type Handler, handle } from '#server/service.ts';
import { courseAnswer, groupAnswers, priceDisplayOf } from './answers.ts';
import { checkInsurance, openCourses, openInsurance, openOptions } from './contract.ts';

export const stepHandlers: Handler[] = [
  handle(openInsurance, async (db, who, { institutionCode }) => {
    const day = today(who.now);
    const clients = await readClientsOffered(db, institutionCode, day);
    return {
      clients: clients.map(({ clientCode, name, insurerNumber, url }) => ({
        clientCode,
        name,
        hasInsurerNumber: isInsurerNumber(insurerNumber),
        url,
      })),
      birthYears: birthYears(day),
      years: clients.flatMap(({ clientCode, years }) => years.map((fiscalYear) => ({ clientCode, fiscalYear }))),
      categories: clients.flatMap(({ clientCode, categories }) => categories.map((one) => ({ clientCode, ...one }))),
    };
  }),

  handle(checkInsurance, async (db, who, input) => {
    const day = today(who.now);
    const offered = await readClientsOffered(db, input.institutionCode, day);
    const choice = offered.find(({ clientCode }) => clientCode === input.clientCode);
    if (!choice?.years.includes(input.fiscalYear)) throw refuse('ClientClosed');
    const facts = await readClient(db, input.institutionCode, input.clientCode);
    const client = admitToClient(facts.institution, facts.client, input.clientCode, isGuest(who, input.clientCode));
    checkInsurerNumber(client, input.clientCode, input.insurerNumber);
    const isKnown = choice.categories.some(({ categoryCode }) => categoryCode === input.categoryCode);
    if (!isKnown && (choice.categories.length > 0 || input.categoryCode !== null)) throw refuse('UnknownCategory');
    const birthDate = checkBirthDate(input.birthDate, day);
    return { age: ageFor({ client, fiscalYear: input.fiscalYear }, birthDate, day) };
  }),

  handle(openCourses, async (db, who, input) => {
    const day = today(who.now);
    const replaced = await readReplaced(db, who, input.ownNumber);
    const wanted = replaced?.fiscalYear ?? (input.fiscalYear || null);
    const offer = await readCoursesOffered(db, input.institutionCode, input.clientCode, wanted, day, replaced);
    const { institution, fiscalYear, coming } = offer;
    if (replaced) checkChangeable(replaced, { ...input, fiscalYear }, institution.changeDeadlineDays, day);
    const client = admitToClient(institution, offer.client, input.clientCode, isGuest(who, input.clientCode), replaced);
    const { bookableFromDays, bookableToDays } = institution;
    const choosableOn = (today: PlainDate): Choosable => ({
      window: bookableWindow(today, bookableFromDays, bookableToDays, fiscalYear),
      own: replaced?.visitDate ?? null,
      today,
    });
    const asker = { ...input, client, fiscalYear };
    const choosable = choosableOn(day);
    const courses = offer.courses.flatMap((course) => offerCourse(course, asker, choosable) ?? []);
    const opensOn = coming
      .filter((course) => offerCourse(course, asker, choosableOn(course.opensOn)))
      .map((course) => course.opensOn)
      .sort()[0];
    const opening = opensOn ? [`${writeDate(opensOn)}からご予約いただけます。`] : [];
    const taxRate = taxRateOn(who.service.config.taxRates, input.visitDate ?? firstDay(choosable.window, day));
    return {
      ...priceDisplayOf(institution, client, taxRate),
      fiscalYear,
      years: replaced ? [{ fiscalYear: replaced.fiscalYear }] : offer.years.map((fiscalYear) => ({ fiscalYear })),
      clientUrl: client.url,
      noCourseText: courses.length === 0 ? [...opening, ...linesOf(institution.noCourseText)] : [],
      courses,
    };
  }),

  handle(openOptions, async (db, who, input) => {
    const replaced = await readReplaced(db, who, input.ownNumber);
    const step = enterStep(who, input, await readCourse(db, input), replaced);
    const { facts, client, course } = step;
    const { person } = composeBeforehand(step, input, composerOf(step, input, []));
    const price = offerPrice(facts, person)!;
    return {
      ...priceDisplayOf(facts.institution, client, taxRateAtStep(who, step, input)),
      course: courseAnswer(input.courseCode, course, price),
      groups: groupAnswers(offerOptions(facts, person)),
    };
  }),
];

/** A course as it is told to a person whom it fits on some day to choose from; else null. */
function offerCourse(
  course: OfferedCourse,
  asker: Counted & KnownPerson & { visitDate: PlainDate | null },
  choosable: Choosable,
) {
  const priceOn = (day: PlainDate) => offerPrice(course, personOn(asker, asker, day));
  const price = daysToTry(choosable, asker.visitDate).map(priceOn).find(Boolean);
  if (!price) return null;
  const { from, to } = limitsOf(choosable, asker, asker, (day) => priceOn(day) !== null);
  return {
    ...courseAnswer(course.courseCode, course, price),
    items: course.items,
    description: linesOf(course.description),
    recommendedFor: linesOf(course.recommendedFor),
    // Without a birth date the age that comes along counts where the sex is known.
    needsPerson: asker.sex === null && needsPerson(course),
    bookableFrom: from,
    bookableTo: to,
  };
}
