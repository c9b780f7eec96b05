// A cache of courses' facts. They are used as long as the database says, with each answer, that the masters still have
// the version they were read at; so nothing stale is ever shown, and mostly nothing is read twice.
import { type Db, readSnapshot } from '#db/database.ts';
import { LruCache } from '#domain/lru-cache.ts';
import { Failure } from '#wire/failure.ts';
import { type CourseData, type CourseKey, readCourseData } from './course-data.ts';

const MOST = 1000;
/** While work waits for its turn, staff may save one master after the other. */
const MAX_ATTEMPTS = 5;

/** The masters had another version than the facts that were used. */
export class OutdatedCourseData extends Error {}

export class CourseCache {
  readonly #facts = new LruCache<string, CourseData>(MOST);

  /**
   * Does something on the strength of a course's facts. The work learns from the database whether they still hold, and
   * throws Outdated if not; then, or when it refuses something on the strength of facts that may be old, they are read
   * again and it is done again.
   */
  async use<R>(db: Db, key: CourseKey, work: (facts: CourseData) => Promise<R>): Promise<R> {
    const name = `${key.institutionCode}/${key.clientCode}/${key.fiscalYear}/${key.courseCode}`;
    const old = this.#facts.get(name);
    if (old) {
      try {
        return await work(old);
      } catch (error) {
        const isJudgement = error instanceof Failure && error.name !== 'TooMany';
        if (!(error instanceof OutdatedCourseData || isJudgement)) throw error;
      }
    }
    for (let attempt = 1; ; attempt++) {
      const facts = await readCourseData(db, key);
      this.#facts.set(name, facts);
      try {
        return await work(facts);
      } catch (error) {
        if (!(error instanceof OutdatedCourseData) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** The same for what only reads, and without an end to it: while masters keep changing, all is read in one snapshot. */
  async read<R>(db: Db, key: CourseKey, work: (db: Db, facts: CourseData) => Promise<R>): Promise<R> {
    try {
      return await this.use(db, key, (facts) => work(db, facts));
    } catch (error) {
      if (!(error instanceof OutdatedCourseData)) throw error;
    }
    return readSnapshot(db, async (snapshot) => work(snapshot, await readCourseData(snapshot, key)));
  }
}
