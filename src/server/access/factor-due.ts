// Of whom the institution asks a second factor: of everybody, or of its managers; each from a moment on.

/** SQL: whether it is asked, at a moment, of the row `who`, which has institution_code and role. */
export const isFactorDue = (who: string, at: string) => `exists (
  select from institution_policies p
   where p.institution_code = ${who}.institution_code
     and (p.two_factor_since <= ${at} or ${who}.role = 'manager' and p.managers_two_factor_since <= ${at}))`;
