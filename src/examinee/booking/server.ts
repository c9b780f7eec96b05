// Answers the first steps of a booking: insurance entry, course, options.
import {
  courseAnswer,
  limitedGroups,
  type OfferedCourse,
  priceDisplayOf,
  readClientsOffered,
  readCoursesOffered,
} from '#booking/availability/offers.ts';
import { actorOf } from '#booking/policy/actor.ts';
import {
  type AgeRules,
  type ApplicantTraits,
  ageFor,
  ageStages,
  type Choosable,
  candidateDays,
  checkBirthDate,
  dateLimitsOf,
  fittingAges,
  offerForAges,
  taxRateBeforehand,
  traitsOn,
} from '#booking/policy/applicant-age.ts';
import { readClientData, readCourseData } from '#booking/policy/course-data.ts';
import { readOriginal } from '#booking/policy/original-reservation.ts';
import { refuse } from '#booking/policy/refusals.ts';
import { checkClient, checkCourse, makeComposer } from '#booking/policy/validate-booking.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { birthYears } from '#domain/calendar/written-date.ts';
import { needsPerson, type OptionGroup, offerPrice } from '#domain/offer/offer.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { linesOf } from '#domain/text/characters.ts';
import { type Handler, handle } from '#server/service.ts';
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
    const actor = actorOf(who, input.institutionCode);
    const known = {
      actor,
      courseData: await readClientData(db, input.institutionCode, input.clientCode),
      original: null,
    };
    const client = actor.policy.admit(known, input.clientCode);
    actor.policy.insurer(known, client, input);
    const isKnown = choice.categories.some(({ categoryCode }) => categoryCode === input.categoryCode);
    if (!isKnown && (choice.categories.length > 0 || input.categoryCode !== null)) throw refuse('UnknownCategory');
    const birthDate = checkBirthDate(input.birthDate, day);
    return { age: ageFor({ client, fiscalYear: input.fiscalYear }, birthDate, day) };
  }),

  handle(openCourses, async (db, who, input) => {
    const actor = actorOf(who, input.institutionCode);
    const original = await readOriginal(db, actor, input.ownNumber);
    const offer = await readCoursesOffered(db, actor, input, original);
    const { institution, fiscalYear, coming } = offer;
    const known = { actor, courseData: offer, original };
    const { client, choosable } = checkClient(known, { ...input, fiscalYear });
    const choosableOn = (day: PlainDate): Choosable => ({
      ...choosable,
      window: actor.policy.window({ ...known, actor: { ...actor, today: day } }, fiscalYear),
      today: day,
    });
    const person = { ...input, client, fiscalYear };
    const courses = offer.courses.flatMap((course) => offerCourse(course, person, choosable) ?? []);
    const opensOn = coming
      .filter((course) => offerCourse(course, person, choosableOn(course.opensOn)))
      .map((course) => course.opensOn)
      .sort()[0];
    const opening = courses.length === 0 && opensOn ? `${formatDate(opensOn)}からご予約いただけます。` : '';
    const taxRate = taxRateBeforehand(who.service.config.taxRates, choosable, input.visitDate);
    return {
      ...priceDisplayOf(institution, client, taxRate),
      fiscalYear,
      years: original ? [{ fiscalYear: original.fiscalYear }] : offer.years.map((fiscalYear) => ({ fiscalYear })),
      clientUrl: client.url,
      noCourseText: courses.length === 0 ? [...linesOf(opening), ...linesOf(institution.noCourseText)] : [],
      opening,
      courses,
    };
  }),

  handle(openOptions, async (db, who, input) => {
    const actor = actorOf(who, input.institutionCode);
    const original = await readOriginal(db, actor, input.ownNumber);
    const checkedCourse = checkCourse({ actor, courseData: await readCourseData(db, input), original }, input);
    const { courseData: facts, client, course, choosable } = checkedCourse;
    const composeOn = makeComposer(checkedCourse, input, []);
    const { day, ages } = fittingAges(choosable, input.visitDate, composeOn);
    const offered = offerForAges(facts, ages);
    if (!offered) throw refuse('CourseUnfit');
    const all = day === null ? offered : offerForAges(facts, fittingAges(choosable, null, composeOn).ages);
    const taxRate = taxRateBeforehand(who.service.config.taxRates, choosable, input.visitDate);
    return {
      ...priceDisplayOf(facts.institution, client, taxRate),
      course: courseAnswer(input.courseCode, course, offered.price),
      groups: limitedGroups(offered.groups, facts, ageStages(choosable, { ...input, client }, input)),
      visitDate: day,
      hasOthers: countOptions(all) > countOptions(offered),
    };
  }),
];

const countOptions = (offer: { groups: readonly OptionGroup[] } | null) =>
  offer?.groups.flatMap(({ options }) => options).length ?? 0;

/** A course as it is offered to a person whom it fits on some day to choose from; else null. */
function offerCourse(
  course: OfferedCourse,
  person: AgeRules & ApplicantTraits & { visitDate: PlainDate | null },
  choosable: Choosable,
) {
  const days = candidateDays(choosable, person.visitDate);
  const people = days.map((day) => traitsOn(person, person, day));
  const onChosen = days[0] === person.visitDate ? offerPrice(course, ...people.slice(0, 1)) : null;
  const price = onChosen ?? offerPrice(course, ...people);
  if (!price) return null;
  const { from, to } = dateLimitsOf(
    ageStages(choosable, person, person),
    (at) => offerPrice(course, at.person) !== null,
  );
  return {
    ...courseAnswer(course.courseCode, course, price),
    items: course.items,
    description: linesOf(course.description),
    recommendedFor: linesOf(course.recommendedFor),
    // Without a birth date the age that comes along counts where the sex is known.
    needsPerson: person.sex === null && needsPerson(course),
    bookableFrom: from,
    bookableTo: to,
  };
}
