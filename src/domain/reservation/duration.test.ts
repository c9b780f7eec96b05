import { expect, test } from 'vitest';
import { parseDuration } from './calendar-event.ts';

test.each([
  ['約3時間30分', 210],
  ['90分', 90],
  ['約３時間３０分', 210],
  ['９０分程度', 90],
  ['約1時間半', 90],
  ['1.5時間', 90],
  ['約 2 時間 15 分', 135],
  ['2時間と10分', 130],
  ['2〜3時間', 180],
  ['2時間から2時間30分', 150],
  ['90分～120分', 120],
  ['約3時間（うち胃カメラ30分）', 180],
  ['24時間', 1440],
  ['25時間', null],
  ['0分', null],
  ['半日', null],
  ['午前中', null],
  ['1泊2日', null],
  ['9時から12時', null],
  ['', null],
])('%s takes %j minutes', (words, minutes) => expect(parseDuration(words)).toBe(minutes));
