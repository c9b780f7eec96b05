// Answers those who ask the same at the same time with one reading. It begins after the last of them has asked, so nobody
// is told what was true before they did; and while it runs, those who come wait for the next one.

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export class SharedReading<R> {
  readonly #waiting = new Map<string, Promise<R>>();
  readonly #running = new Map<string, Promise<R>>();

  ask(key: string, read: () => Promise<R>): Promise<R> {
    let answer = this.#waiting.get(key);
    if (!answer) {
      answer = this.#begin(key, read);
      this.#waiting.set(key, answer);
    }
    return answer;
  }

  async #begin(key: string, read: () => Promise<R>): Promise<R> {
    // Whether the one before succeeds is the business of those who asked it.
    await Promise.allSettled([this.#running.get(key) ?? nextTurn()]);
    this.#waiting.delete(key);
    const reading = read();
    this.#running.set(key, reading);
    try {
      return await reading;
    } finally {
      if (this.#running.get(key) === reading) this.#running.delete(key);
    }
  }
}
