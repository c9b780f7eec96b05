// Whether a course has anything for anybody, in the words of the database: a price row and a frame row that fit one person.

/** Over price rows `p` and frame rows `f` of one course. */
export const FIT_ONE_PERSON = `
  (p.category_code is null or f.category_code is null or p.category_code = f.category_code)
  and (p.sex is null or f.sex is null or p.sex = f.sex)
  and p.age_from <= f.age_to and f.age_from <= p.age_to`;

/** Over courses `c`. */
export const HAS_FITTING_ROWS = `
  exists (select from course_prices p join course_frames f using (institution_code, client_code, fiscal_year, course_code)
           where (p.institution_code, p.client_code, p.fiscal_year, p.course_code)
                 = (c.institution_code, c.client_code, c.fiscal_year, c.course_code)
             and ${FIT_ONE_PERSON})`;
