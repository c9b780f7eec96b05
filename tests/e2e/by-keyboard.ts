// What somebody does who has no pointer: Tab to a control, and the keys that it understands.
import type { Locator } from '@playwright/test';

/** More stops than any screen has. */
const FAR = 150;

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < FAR; stops++) {
    if (await isFocused(target)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

export async function press(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

export async function write(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

/** By arrows, as far as the option is away. */
export async function choose(list: Locator, value: string): Promise<void> {
  await tabTo(list);
  const steps = await list.evaluate((element, wanted) => {
    const { options, selectedIndex } = element as HTMLSelectElement;
    return [...options].findIndex((option) => option.value === wanted) - selectedIndex;
  }, value);
  for (let step = 0; step < Math.abs(steps); step++) {
    await list.page().keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
  }
}
