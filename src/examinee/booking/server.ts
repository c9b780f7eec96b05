// Answers the first steps of a booking: insurance entry, course, options.
import { readClient } from '#booking/clients.ts';
import { readCourse } from '#booking/facts.ts';
import { admitToClient, checkInsurerNumber } from '#booking/judge.ts';
import { momentOf } from '#booking/moment.ts';
import { readClientsOffered, readCoursesOffered } from '#booking/offers.ts';
import { ageFor, personAtStep } from '#booking/person.ts';
import { clientClosed, unknownCategory } from '#booking/refusals.ts';
import { composeStep, enterStep, isGuest, readReplaced } from '#booking/step.ts';
import { today } from '#domain/clock.ts';
import { needsPerson, offerOptions, offerPrice } from '#domain/offer.ts';
import { type Handler, handle } from '#server/service.ts';
import { invalid } from '#wire/failure.ts';
import { birthYears, courseAnswer, groupAnswers, linesOf, priceDisplayOf } from './answers.ts';
import { checkInsurance, openCourses, openInsurance, openOptions } from './contract.ts';

export const stepHandlers: Handler[] = [
  handle(openInsurance, async (db, who, { institutionCode }) => {
    const day = today(who.now);
    const clients = await readClientsOffered(db, institutionCode, day);
    return {
      clients,
      birthYears: birthYears(day),
      years: clients.flatMap(({ clientCode, years }) => years.map((fiscalYear) => ({ clientCode, fiscalYear }))),
      categories: clients.flatMap(({ clientCode, categories }) => categories.map((one) => ({ clientCode, ...one }))),
    };
  }),

  handle(checkInsurance, async (db, who, input) => {
    const day = today(who.now);
    const offered = await readClientsOffered(db, input.institutionCode, day);
    const choice = offered.find(({ clientCode }) => clientCode === input.clientCode);
    if (!choice?.years.includes(input.fiscalYear)) throw clientClosed();
    const facts = await readClient(db, input.institutionCode, input.clientCode);
    const client = admitToClient(facts.institution, facts.client, input.clientCode, isGuest(who, input.clientCode));
    checkInsurerNumber(client, input.clientCode, input.insurerNumber);
    const isKnown = choice.categories.some(({ categoryCode }) => categoryCode === input.categoryCode);
    if (!isKnown && (choice.categories.length > 0 || input.categoryCode !== null)) throw unknownCategory();
    if (!input.birthDate || input.birthDate > day) throw invalid('生年月日は年月日をすべて正しく選択してください。');
    return { age: ageFor(client, input.fiscalYear, input.birthDate, day) };
  }),

  handle(openCourses, async (db, who, input) => {
    const { today: day } = momentOf(who.now);
    const replaced = await readReplaced(db, who, input.ownNumber);
    const wanted = replaced?.fiscalYear ?? (input.fiscalYear || null);
    const offer = await readCoursesOffered(db, input.institutionCode, input.clientCode, wanted, day, replaced);
    const client = admitToClient(offer.institution, offer.client, input.clientCode, isGuest(who, input.clientCode));
    const person = personAtStep(client, offer.fiscalYear, input, input.visitDate ?? day);
    const courses = offer.courses.flatMap((course) => {
      const price = offerPrice(course, person);
      if (!price) return [];
      return [
        {
          ...courseAnswer(course.courseCode, course, price),
          items: course.items,
          description: linesOf(course.description),
          recommendedFor: linesOf(course.recommendedFor),
          needsPerson: (person.sex === null || person.age === null) && needsPerson(course),
        },
      ];
    });
    return {
      ...priceDisplayOf(offer.institution, client),
      fiscalYear: offer.fiscalYear,
      years: replaced ? [{ fiscalYear: replaced.fiscalYear }] : offer.years.map((fiscalYear) => ({ fiscalYear })),
      noCourseText: courses.length === 0 ? linesOf(offer.institution.noCourseText) : [],
      courses,
    };
  }),

  handle(openOptions, async (db, who, input) => {
    const replaced = await readReplaced(db, who, input.ownNumber);
    const step = enterStep(who, input, await readCourse(db, input), replaced);
    const { facts, client, course, person } = step;
    composeStep(step, []);
    const price = offerPrice(facts, person)!;
    return {
      ...priceDisplayOf(facts.institution, client),
      course: courseAnswer(input.courseCode, course, price),
      groups: groupAnswers(offerOptions(facts, person)),
    };
  }),
];
