// The wire as a browser would write it: forms of reservation calls with everything in order.

export type Form = Record<string, unknown>;

/** A guest who pays herself: a woman born on 1980-05-05. Change what the test is about. */
export function guestForm(institutionCode: string, changes: Form = {}): Form {
  return {
    ircd: institutionCode,
    jgcd: '00000000',
    hksh: '00000000',
    sex: 'Z',
    nend: 2026,
    age: 40,
    hfkb: 'Z',
    inputSex: '2',
    inputBtdyYear: 1980,
    inputBtdyMonth: 5,
    inputBtdyDate: 5,
    inputHfkb: 'Z',
    kscd: '0001',
    courseJkcd: '01',
    opbr: [],
    opcd: [],
    optionJkcd: [],
    reserveDate: '2026/12/01',
    reserveTmzn: '09',
    sumGkgk: 10000,
    doui: '1',
    hkkg: '',
    hkno: '',
    cmnm: '',
    nam1: '健診',
    nam2: '花子',
    ryk1: 'ケンシン',
    ryk2: 'ハナコ',
    zip1: '231',
    zip2: '0000',
    adr1: '神奈川県',
    adr2: '横浜市中区',
    adr3: '汐見の丘1-2-3',
    tel1: '045-000-0123',
    syno: '',
    email1: 'hanako@example.jp',
    dmkb: '1',
    mem1: '',
    ...changes,
  };
}

/** The conditions and choices of a reservation form, as the calendar and preview calls name them. */
export function stepForm(form: Form, changes: Form = {}): Form {
  return {
    ircd: form.ircd,
    jgcd: form.jgcd,
    nend: form.nend,
    hfkb: form.inputHfkb,
    sex: form.inputSex,
    btdyYear: form.inputBtdyYear,
    btdyMonth: form.inputBtdyMonth,
    btdyDate: form.inputBtdyDate,
    kscd: form.kscd,
    courseJkcd: form.courseJkcd,
    opbrs: form.opbr,
    opcds: form.opcd,
    optionJkcds: form.optionJkcd,
    reserveDate: form.reserveDate,
    tmzn: form.reserveTmzn,
    ...changes,
  };
}
