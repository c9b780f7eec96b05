// WebKitGTK's small browser in a window on a screen that nobody sees, spoken to in W3C WebDriver over HTTP.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/kit/real-service.ts';
import { type Browser, type Size, STEP_MS, startProgram, type Tab } from './browser.ts';

/** Its own buttons would not let the window be as narrow as a phone. */
const NARROW_WINDOW = '* { padding: 0; margin: 0; min-width: 0; border-width: 0; }';

/** As people set it who want nothing to move: nothing slides away from where it is about to be pressed. */
const STILL = '[Settings]\ngtk-enable-animations=false\n';

// biome-ignore lint/suspicious/noExplicitAny: what a command answers
type Send = (method: string, command: string, body?: object) => Promise<any>;

export async function startWebKit(
  programs: { webKitDriver: string; screen: string },
  folder: string,
): Promise<Browser> {
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads, { recursive: true });
  mkdirSync(path.join(folder, 'gtk-3.0'));
  writeFileSync(path.join(folder, 'gtk-3.0/gtk.css'), NARROW_WINDOW);
  writeFileSync(path.join(folder, 'gtk-3.0/settings.ini'), STILL);
  writeFileSync(path.join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);

  const screen = startProgram(
    programs.screen,
    ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    {},
  );
  let driver: ReturnType<typeof startProgram> | undefined;
  const close = async () => {
    await driver?.end();
    await screen.end();
  };
  try {
    const display = `:${(await screen.waitForOutput(/^\d+\n/m)).trim()}`;
    const port = await freePort();
    driver = startProgram(programs.webKitDriver, ['--host=127.0.0.1', `--port=${port}`], {
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      TZ: 'Asia/Tokyo',
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: folder,
      XDG_DATA_HOME: folder,
    });
    const send = sendTo(port);
    for (const deadline = Date.now() + STEP_MS; !(await send('GET', '/status').catch(() => null)); await wait(50)) {
      if (Date.now() > deadline) throw new Error('WebKitWebDriver does not answer.');
    }
    const first = await openSession(send);
    await first.send('DELETE', '');
    const open = (size: Size) => openTab(send, size);
    return { name: 'WebKitGTK', version: first.version, downloads, open, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const sendTo =
  (port: number): Send =>
  async (method, command, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${command}`, {
      method,
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(STEP_MS),
    });
    const { value } = (await answer.json()) as { value: { error: string; message: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };

async function openSession(send: Send) {
  const alwaysMatch = { unhandledPromptBehavior: 'accept' };
  const { sessionId, capabilities } = await send('POST', '/session', { capabilities: { alwaysMatch } });
  const inSession: Send = (method, command, body) => send(method, `/session/${sessionId}${command}`, body);
  return { send: inSession, version: capabilities.browserVersion as string };
}

/** A browser of its own: the tabs of one know of each other. */
async function openTab(driver: Send, size: Size): Promise<Tab> {
  const { send } = await openSession(driver);
  const tab: Tab = {
    goTo: (url) => send('POST', '/url', { url }),
    async run(inPage, ...args) {
      const script = `return JSON.stringify((${inPage})(...JSON.parse(arguments[0])))`;
      const result = await send('POST', '/execute/sync', { script, args: [JSON.stringify(args)] });
      return result === null ? undefined : JSON.parse(result);
    },
    perform: (actions) => send('POST', '/actions', { actions }),
    picture: async () => Buffer.from(await send('GET', '/screenshot'), 'base64'),
    async resize({ width, height }) {
      // The size that is asked for is the window's; what matters is the room inside, and that follows in its own time.
      const window = { width, height };
      for (const deadline = Date.now() + STEP_MS; Date.now() < deadline; await wait(100)) {
        await send('POST', '/window/rect', { x: 0, y: 0, ...window });
        const [outer, inner] = await tab.run(() => [
          { width: outerWidth, height: outerHeight },
          { width: innerWidth, height: innerHeight },
        ]);
        if (inner?.width === width && inner.height === height) return;
        if (outer?.width !== window.width || outer.height !== window.height) continue;
        window.width += width - (inner?.width ?? width);
        window.height += height - (inner?.height ?? height);
      }
      throw new Error(`the window does not become ${width} × ${height}`);
    },
    close: () => send('DELETE', ''),
  };
  await tab.resize(size);
  return tab;
}
