// Where the errands lead: the steps of a booking by their names, and the addresses that the map gives them.

export const STEPS = ['insurance', 'course', 'option', 'calendar', 'input', 'confirm'] as const;
export type StepName = (typeof STEPS)[number];

export const isStepName = (name: unknown): name is StepName => STEPS.some((step) => step === name);

export interface BookingPaths extends Readonly<Record<StepName, string>> {
  top(routeParam: string): string;
  login(routeParam: string): string;
  result: string;
  myPage: string;
  forgotPassword: string;
}
