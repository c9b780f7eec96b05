// What the journeys ask of a browser, whichever protocol it speaks; and starting the programs that serve it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Size {
  width: number;
  height: number;
}

/** Sources of W3C WebDriver's actions, which both protocols take as they are. */
export type Actions =
  | { type: 'key'; id: string; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | {
      type: 'pointer';
      id: string;
      actions: { type: string; duration?: number; x?: number; y?: number; button?: number }[];
    };

export interface Tab {
  goTo(url: string): Promise<void>;
  /** Runs a function in the page; arguments and result go as JSON. It sees nothing of what stands around it. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the function takes
  run<Args extends any[], Result>(inPage: (...args: Args) => Result, ...args: Args): Promise<Result>;
  perform(actions: Actions[]): Promise<void>;
  picture(): Promise<Buffer>;
  resize(size: Size): Promise<void>;
  close(): Promise<void>;
}

export interface Browser {
  name: string;
  version: string;
  /** Where it saves files. */
  downloads: string;
  /** A tab that knows of no other. */
  open(size: Size): Promise<Tab>;
  close(): Promise<void>;
}

/** No step of a browser takes that long, on however slow a machine; a screen that does not come is told sooner. */
export const STEP_MS = 120_000;

export interface Program {
  /** The first match in what it prints. */
  waitForOutput(pattern: RegExp): Promise<string>;
  /** It and all that it has started. */
  end(): Promise<void>;
}

/** Starts a program in a process group of its own, so that nothing of it stays. */
export function startProgram(path: string, args: readonly string[], env: Record<string, string>): Program {
  const child: ChildProcess = spawn(path, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const ended = once(child, 'close');
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // Nothing of it runs any more.
    }
  };
  const kill = () => signal('SIGKILL');
  // Before its folder is removed.
  process.prependOnceListener('exit', kill);
  return {
    async waitForOutput(pattern) {
      const deadline = Date.now() + STEP_MS;
      for (;;) {
        const found = pattern.exec(output)?.[0];
        if (found) return found;
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${path} did not start:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async end() {
      signal('SIGTERM');
      const late = setTimeout(kill, 10_000);
      await ended;
      clearTimeout(late);
      kill();
      process.off('exit', kill);
    },
  };
}
