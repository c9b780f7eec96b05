// The items of CSV patterns as the database keeps them: attributes by their word, options by their master's key.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { type Attribute, headingOf, isAttribute } from './contract.ts';

export type Item =
  | { kind: 'attribute'; attribute: Attribute; groupCode: null; optionCode: null; name: string }
  | { kind: 'option'; attribute: null; groupCode: string; optionCode: string; name: string };

interface OptionRow {
  groupCode: string;
  optionCode: string;
  name: string;
}

export const attributeItem = (attribute: Attribute): Item => ({
  kind: 'attribute',
  attribute,
  groupCode: null,
  optionCode: null,
  name: headingOf(attribute),
});

const optionItem = ({ groupCode, optionCode, name }: OptionRow): Item => ({
  kind: 'option',
  attribute: null,
  groupCode,
  optionCode,
  name,
});

const selectOptions = query<OptionRow>(`
  select o.group_code as "groupCode", o.option_code as "optionCode", coalesce(nullif(o.internal_name, ''), o.name) as name
    from option_items o
    join option_groups g on g.institution_code = o.institution_code and g.group_code = o.group_code
   where o.institution_code = $1
   order by g.sort, o.group_code, o.sort, o.option_code`);

/** In the order of the option step. */
export async function readOptionItems(db: Db, institutionCode: string): Promise<Item[]> {
  return (await selectOptions(db, institutionCode)).map(optionItem);
}

type ItemRow = { attribute: string; groupCode: null; optionCode: null; name: null } | ({ attribute: null } & OptionRow);

const selectItems = query<ItemRow>(`
  select i.attribute, i.group_code as "groupCode", i.option_code as "optionCode",
         coalesce(nullif(o.internal_name, ''), o.name) as name
    from csv_pattern_items i
    left join option_items o on o.institution_code = i.institution_code and o.group_code = i.group_code
                            and o.option_code = i.option_code
   where i.institution_code = $1 and i.pattern_code = $2
   order by i.position`);

/** In the order of the file. */
export async function readPatternItems(db: Db, institutionCode: string, patternCode: string): Promise<Item[]> {
  const rows = await selectItems(db, institutionCode, patternCode);
  return rows.flatMap((row) => {
    if (row.attribute === null) return [optionItem(row)];
    // One that only a newer server knows is left out rather than in everybody's way.
    return isAttribute(row.attribute) ? [attributeItem(row.attribute)] : [];
  });
}
