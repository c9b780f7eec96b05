// So many mails a second and no more: a token bucket that holds a second's worth, so that a few are never held up.

export class Pace {
  readonly #perSecond: number;
  #tokens: number;
  #filledAt = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
  }

  get room(): number {
    return Math.floor(this.#fill());
  }

  /** Infinite where there never is any. */
  get msUntilRoom(): number {
    return this.#fill() >= 1 ? 0 : ((1 - this.#tokens) / this.#perSecond) * 1000;
  }

  use(count: number): void {
    this.#tokens -= count;
  }

  #fill(): number {
    const now = performance.now();
    const filled = this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(filled, this.#perSecond);
    this.#filledAt = now;
    return this.#tokens;
  }
}
