// Firefox without a window, spoken to in WebDriver BiDi over its own socket.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, STEP_MS, startProgram, type Tab } from './browser.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a command answers
type Send = (method: string, params: object) => Promise<any>;

/** Files go to a folder unasked; nothing is looked for outside of this machine. */
const settings = (downloads: string) => ({
  'intl.accept_languages': 'ja',
  'browser.download.folderList': 2,
  'browser.download.dir': downloads,
  // The list of a journey's downloads would hold the keyboard of the next one, whose fields do not hear that they are left then.
  'browser.download.alwaysOpenPanel': false,
  // As people set it who want nothing to move: nothing slides away from where it is about to be pressed.
  'ui.prefersReducedMotion': 1,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.region.network.url': '',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9',
});

export async function startFirefox(program: string, folder: string): Promise<Browser> {
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads, { recursive: true });
  const lines = Object.entries(settings(downloads)).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(path.join(folder, 'user.js'), lines.join('\n'));
  const started = startProgram(
    program,
    ['-headless', '-no-remote', '-profile', folder, '--remote-debugging-port', '0'],
    { TZ: 'Asia/Tokyo', HOME: folder },
  );
  try {
    const send = await connect(`${await started.waitForOutput(/ws:\/\/[\d.]+:\d+/)}/session`);
    const alwaysMatch = { unhandledPromptBehavior: { default: 'accept' } };
    const { capabilities } = await send('session.new', { capabilities: { alwaysMatch } });
    return {
      name: 'Firefox',
      version: capabilities.browserVersion,
      downloads,
      open: (size) => openTab(send, size),
      close: () => started.end(),
    };
  } catch (error) {
    await started.end();
    throw error;
  }
}

async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox does not take the connection.')));
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    if (type === 'success') waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    waiting.delete(id);
  });
  let last = 0;
  return (method, params) => {
    last += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    const late = setTimeout(() => answer.reject(new Error(`Firefox does not answer to ${method}.`)), STEP_MS);
    return answer.promise.finally(() => clearTimeout(late));
  };
}

async function openTab(send: Send, size: { width: number; height: number }): Promise<Tab> {
  const { userContext } = await send('browser.createUserContext', {});
  const { context } = await send('browsingContext.create', { type: 'tab', userContext });
  const tab: Tab = {
    goTo: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async run(inPage, ...args) {
      const { result, exceptionDetails } = await send('script.callFunction', {
        functionDeclaration: `(args) => JSON.stringify((${inPage})(...JSON.parse(args)))`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context },
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    async picture() {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    resize: (viewport) => send('browsingContext.setViewport', { context, viewport }),
    close: () => send('browser.removeUserContext', { userContext }),
  };
  await tab.resize(size);
  return tab;
}
