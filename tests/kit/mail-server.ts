// A real SMTP server for tests, which can be away, slow, unwilling, or drop whoever has just handed over a mail.
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  messageId: string;
}

/** What it does with a mail: later is 4xx, never is 5xx, and what is cut has been kept, but its sender does not learn of it. */
type Mood = 'take' | 'slow' | 'later' | 'never' | 'cut' | 'hang';

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** How many connections were opened. */
  connections: number;
  /** For everybody, or by whom a mail is for. */
  mood: Mood | ((recipient: string) => Mood);
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

const SLOW_MS = 300;

export async function startMailServer(): Promise<MailServer> {
  let smtp: SMTPServer;
  let port = 0;

  const moodFor = (recipient: string) => (typeof server.mood === 'function' ? server.mood(recipient) : server.mood);
  const refusal = (code: number) => Object.assign(new Error(`${code} about hanako@example.jp`), { responseCode: code });

  function open(): Promise<void> {
    smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onConnect(_session, callback) {
        server.connections++;
        callback();
      },
      onRcptTo({ address }, _session, callback) {
        const mood = moodFor(address);
        if (mood === 'hang') return;
        callback(mood === 'later' ? refusal(450) : mood === 'never' ? refusal(550) : null);
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('end', async () => {
          const raw = Buffer.concat(chunks).toString('utf8');
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const mood = moodFor(to[0] ?? '');
          if (mood === 'slow') await wait(SLOW_MS);
          const { address: from } = session.envelope.mailFrom as { address: string };
          const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '';
          server.received.push({ from, to, raw, messageId });
          if (mood === 'cut') socketOf(session)?.destroy();
          else callback();
        });
      },
    });
    smtp.on('error', () => {});
    return new Promise((resolve) => {
      const listening = smtp.listen(port, '127.0.0.1', () => {
        port = (listening.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  /** Its types do not show the connections that it keeps. */
  function connectionsOf() {
    return (smtp as unknown as { connections: Set<{ id: string; _socket: Socket }> }).connections;
  }
  const socketOf = ({ id }: SMTPServerSession) => [...connectionsOf()].find((each) => each.id === id)?._socket;

  async function shut(): Promise<void> {
    for (const { _socket } of connectionsOf()) _socket.destroy();
    await new Promise<void>((resolve) => smtp.close(resolve));
  }

  const server: MailServer = {
    url: '',
    received: [],
    connections: 0,
    mood: 'take',
    goAway: shut,
    comeBack: open,
    close: shut,
  };
  await open();
  server.url = `smtp://127.0.0.1:${port}`;
  return server;
}
