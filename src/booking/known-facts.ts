// Facts of courses that were read before. They are used as long as the database says, with each answer, that the masters
// still have the version they were read at; so nothing stale is ever told, and mostly nothing is read twice.
import type { Db } from '#db/database.ts';
import { Failure } from '#wire/failure.ts';
import { type CourseFacts, type CourseKey, readCourse } from './facts.ts';

const MOST = 1000;
const known = new WeakMap<object, Map<string, CourseFacts>>();

function shelfOf(home: Db): Map<string, CourseFacts> {
  let shelf = known.get(home);
  if (!shelf) {
    shelf = new Map();
    known.set(home, shelf);
  }
  return shelf;
}

/** The masters had another version than the facts that were used. */
export class Outdated extends Error {}

/**
 * Does something on the strength of a course's facts. The work learns from the database whether they still hold, and
 * throws Outdated if not; then, or when it refuses something on the strength of facts that may be old, they are read
 * anew and it is done again.
 */
export async function withFacts<R>(
  home: Db,
  db: Db,
  key: CourseKey,
  work: (facts: CourseFacts) => Promise<R>,
): Promise<R> {
  const shelf = shelfOf(home);
  const name = `${key.institutionCode}/${key.clientCode}/${key.fiscalYear}/${key.courseCode}`;
  const old = shelf.get(name);
  if (old) {
    try {
      return await work(old);
    } catch (error) {
      if (!(error instanceof Outdated || error instanceof Failure)) throw error;
    }
  }
  const facts = await readCourse(db, key);
  if (shelf.size >= MOST) shelf.clear();
  shelf.set(name, facts);
  return work(facts);
}
