// The memory of a browser's tab, for tests of what is kept in it.
import { afterEach, beforeEach, vi } from 'vitest';

class TabMemory {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, text: string) {
    this[key] = text;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

/** Every test of the file gets an empty tab; it is returned for a look inside. */
export function openTab(): { memory(): TabMemory } {
  let memory = new TabMemory();
  beforeEach(() => {
    memory = new TabMemory();
    vi.stubGlobal('sessionStorage', memory);
  });
  afterEach(() => void vi.unstubAllGlobals());
  return { memory: () => memory };
}
