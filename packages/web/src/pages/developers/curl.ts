import type { TestRequest } from '#web/admin-api.ts'

/** Quotes a value as one word of a POSIX shell. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * A script that sends the same body with a new signature. The secret stays on the computer that runs it.
 * Requires a POSIX shell, openssl and curl.
 */
export function buildResendScript({ url, headers, body }: TestRequest): string {
  const generatedHeaders =
    /^(host|connection|content-length|service-webhook-(signature|dispatch)|webhook-)/i
  const otherHeaders = headers.filter(([name]) => !generatedHeaders.test(name))
  return [
    '# Signs locally with your secret. A file keeps it out of the shell history.',
    'secret=$(cat endpoint-secret.txt)',
    `body=${shellQuote(body)}`,
    'timestamp=$(date +%s)',
    `signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d ' ' -f 1)`,
    `curl -i ${shellQuote(url)} \\`,
    ...otherHeaders.map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)} \\`),
    '  -H "Service-Webhook-Dispatch-Timestamp: $timestamp" \\',
    '  -H "Service-Webhook-Signature: $signature" \\',
    '  --data-raw "$body"',
  ].join('\n')
}

/** A working API call to paste into a shell. */
export const buildFirstCall = (token: string): string =>
  [
    `curl ${window.location.origin}/api/campaigns \\`,
    `  -H "Authorization: Bearer ${token}" \\`,
    '  -H "Service-API-Version: 2026-05"',
  ].join('\n')
