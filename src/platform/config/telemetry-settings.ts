import { InvalidSetting } from '../lib/invalid-setting.ts'
import { durationBetween, httpUrl } from './setting-parsers.ts'

/** The settings for the metrics and logs that the service itself sends to a collector. */
export const telemetrySettings = {
  BESTOW_OTLP_URL: {
    description:
      'The base URL of a collector that receives metrics and logs by OTLP over HTTP. The service adds /v1/metrics and /v1/logs.',
    example: 'http://collector:4318',
    defaultDescription: 'metrics are on /metrics and logs on standard output only',
    parse: httpUrl,
  },
  BESTOW_OTLP_HEADERS: {
    description:
      'Headers for the collector, such as a key: name=value, separated by commas. Values are URL-encoded, with %20 for a space.',
    example: 'Authorization=Bearer%20a-long-key',
    defaultDescription: 'no further headers',
    isSecret: true,
    parse: parseHeaders,
  },
  BESTOW_OTLP_INTERVAL: {
    description:
      'How often metrics and logs are sent to the collector, from 1s to 5m. A full batch of 512 log lines is sent at once.',
    example: '30s',
    default: '15s',
    parse: durationBetween(1_000, 300_000),
  },
} as const

const maxHeaders = 20

/** The names of headers that belong to the connection or to the encoding of the request. */
const reservedNames =
  /^(connection|content-(encoding|length|type)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/

/** Parses headers. The error messages do not contain the text, because it is secret. */
function parseHeaders(text: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',')) {
    const [, name = '', encoded = ''] =
      /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
    const value = decode(encoded)
    if (name === '' || value === undefined || !/^[\x20-\x7e]{1,4096}$/.test(value))
      throw new InvalidSetting(
        'must be name=value, separated by commas, with URL-encoded values of visible characters',
      )
    if (reservedNames.test(name.toLowerCase()))
      throw new InvalidSetting(`must not contain the header ${name.toLowerCase()}`)
    headers[name.toLowerCase()] = value
  }
  if (Object.keys(headers).length > maxHeaders)
    throw new InvalidSetting(`must contain at most ${maxHeaders} headers`)
  return headers
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
