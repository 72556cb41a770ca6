/* Response headers and delays of the corpus, for pure functions of both libraries. */

const now = Date.UTC(2026, 4, 1, 10, 30) // 2026-05-01T10:30:00Z, in milliseconds

export const buildHeaders = () => ({
  /** Cases of `Retry-After`, each with the delay in milliseconds, or null. */
  retry_after: [
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['86400', 86_400_000],
    ['', null],
    ['soon', null],
    ['Fri, 01 May 2026 10:30:20 GMT', 20_000],
    ['Fri, 01 May 2026 10:29:00 GMT', 0],
  ].map(([header, delay_ms]) => ({ header, now_ms: now, delay_ms })),
  /** Cases of `RateLimit`, each with the number of remaining requests, or null. */
  rate_limit: [
    { header: '"default";r=198;t=2', expected: { remaining: 198, reset_seconds: 2 } },
    { header: '"default"; r=0; t=60', expected: { remaining: 0, reset_seconds: 60 } },
    { header: '"default";r=5', expected: { remaining: 5, reset_seconds: 0 } },
    { header: '"default";pk=:dGVzdA==:;r=3;w=1;t=9', expected: { remaining: 3, reset_seconds: 9 } },
    { header: '"default"', expected: null },
    { header: '', expected: null },
  ],
  /** Cases of the delay before the next attempt. `random` is from 0 to 1. */
  delays: [
    { attempt: 1, random: 1, retry_after_ms: null, delay_ms: 500 },
    { attempt: 1, random: 0, retry_after_ms: null, delay_ms: 0 },
    { attempt: 2, random: 0.5, retry_after_ms: null, delay_ms: 500 },
    { attempt: 5, random: 1, retry_after_ms: null, delay_ms: 8_000 },
    { attempt: 50, random: 1, retry_after_ms: null, delay_ms: 8_000 },
    { attempt: 1, random: 0, retry_after_ms: 2_000, delay_ms: 2_000 },
    { attempt: 4, random: 1, retry_after_ms: 2_000, delay_ms: 2_250 },
  ],
})
