import { expect, test } from 'vitest';
import { namesApart } from './course-addresses.ts';

test('two clients of one name are distinguished by their codes, the others go by their names', () => {
  const clients = [
    { clientCode: '00000001', name: '汐見健保' },
    { clientCode: '00000002', name: '湊製作所' },
    { clientCode: '00000003', name: '湊製作所' },
  ];
  expect([...namesApart(clients).values()]).toEqual(['汐見健保', '湊製作所（00000002）', '湊製作所（00000003）']);
});
