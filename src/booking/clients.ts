// Reads a client by itself, where no course has been chosen yet.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { notFound } from '#wire/failure.ts';
import {
  CATEGORIES,
  type CategoryFacts,
  CLIENT,
  type ClientFacts,
  INSTITUTION,
  type InstitutionFacts,
  KEY,
} from './facts.ts';

export interface ClientWithCategories {
  institution: InstitutionFacts;
  client: ClientFacts | null;
  categories: CategoryFacts[];
}

const read = query<ClientWithCategories>(`select ${INSTITUTION}, ${CLIENT}, ${CATEGORIES} from ${KEY}`);

export async function readClient(db: Db, institutionCode: string, clientCode: string): Promise<ClientWithCategories> {
  const [facts] = await read(db, institutionCode, clientCode, 0, '');
  if (!facts?.institution) throw notFound();
  return facts;
}
