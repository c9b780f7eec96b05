// What the HTTP server answered while each test ran: which call, with which errorCode.
import { expect } from 'vitest';

/** "/api/MasterWWAKU/Update 13". */
export type Answer = `${string} ${number}`;

/** By file and title. One process may run many files. */
const answers = new Map<string, Map<string, Set<Answer>>>();

/** Another protocol has no errorCode; its HTTP status says the same. */
export function noteAnswer(address: string, { status, body }: { status: number; body: { errorCode?: number } }): void {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const [path] = address.split('?');
  const ofFile = answers.get(testPath) ?? new Map<string, Set<Answer>>();
  const ofTest = ofFile.get(currentTestName) ?? new Set();
  ofTest.add(`${path} ${body.errorCode ?? status}`);
  answers.set(testPath, ofFile.set(currentTestName, ofTest));
}

export const answersIn = (testPath: string): ReadonlyMap<string, ReadonlySet<Answer>> =>
  answers.get(testPath) ?? new Map();
