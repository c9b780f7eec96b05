// Whose answer is shown: of two questions about a day the later one's, and of two days the one that was chosen last.

export interface Turn {
  /** That of the opening of the day that it is about. */
  day: number;
  at: number;
}

export class Turns {
  #asked = 0;
  #opened = 0;
  #shown: Turn = { day: 0, at: 0 };

  /** A day is chosen. */
  open(): Turn {
    this.#opened = ++this.#asked;
    return { day: this.#opened, at: this.#opened };
  }

  /** Something is asked about the day that is shown. */
  ask(): Turn {
    return { day: this.#shown.day, at: ++this.#asked };
  }

  isLatest({ day }: Turn): boolean {
    return day === this.#opened;
  }

  /** Whether the answer is to be shown; nothing that was asked before it then is. */
  take(turn: Turn): boolean {
    const { day, at } = turn;
    const isOpening = day === at;
    if (isOpening ? !this.isLatest(turn) : day !== this.#shown.day || at < this.#shown.at) return false;
    this.#shown = turn;
    return true;
  }
}
