import { expect, test } from 'vitest';
import { JsonbOrder } from './jsonb-order.ts';

test('rows are written as jsonb has them, whatever keys they have', () => {
  const order = new JsonbOrder();
  const write = (row: object) => JSON.stringify(order.sort(row));
  expect(write({ mail: 'a', sex: null, age: 4 })).toBe('{"age":4,"sex":null,"mail":"a"}');
  expect(write({ mail: 'b' })).toBe('{"mail":"b"}');
  expect(write({ phone: '1', id: 2, mail: 'c', age: 5 })).toBe('{"id":2,"age":5,"mail":"c","phone":"1"}');
  expect(write({ mail: 'd', id: 3 })).toBe('{"id":3,"mail":"d"}');
});
