// Loads what a step shows; a refusal is the step's own to tell, since it says which step to redo.
import { useLoad } from '#web/use-load.ts';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { forgetRefused } from './flow.ts';

export const useStepLoad = <I extends AnyRecord, O extends AnyRecord>(call: Call<I, O>, input: Value<I>) =>
  useLoad(call, input, undefined, forgetRefused);
