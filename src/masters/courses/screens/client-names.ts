// What clients are called where one is chosen from many: two of one name are distinguished by their codes.
export function namesApart(clients: readonly { clientCode: string; name: string }[]): Map<string, string> {
  const byName = Map.groupBy(clients, ({ name }) => name);
  return new Map(
    clients.map(({ clientCode, name }) => {
      const isAlone = byName.get(name)?.length === 1;
      return [clientCode, isAlone ? name : `${name}（${clientCode}）`];
    }),
  );
}
