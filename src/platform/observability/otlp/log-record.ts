import { type OtlpAttribute, toAttributes, toNanoseconds } from './attributes.ts'

/** The severity numbers of https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber */
// biome-ignore format: aligned columns
const severities: Readonly<Record<number, readonly [severityNumber: number, severityText: string]>> = {
  10: [1,  'TRACE'],
  20: [5,  'DEBUG'],
  30: [9,  'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
}

export interface OtlpLogRecord {
  timeUnixNano: string
  observedTimeUnixNano: string
  severityNumber: number
  severityText: string
  body: { stringValue: string }
  attributes: OtlpAttribute[]
  /** The id of the trace of the request that wrote the line. */
  traceId?: string
}

/**
 * Encodes a line of the log, which is already redacted. Returns undefined for a text that is not a log line.
 */
export function toLogRecord(line: string): OtlpLogRecord | undefined {
  const entry = parseLine(line)
  if (entry === undefined) return undefined
  const { level, time, msg, err, trace_id, pid: _pid, ...details } = entry
  const ms = Date.parse(String(time))
  const timeUnixNano = toNanoseconds(Number.isNaN(ms) ? Date.now() : ms)
  const [severityNumber, severityText] = severities[Number(level)] ?? [0, String(level)]
  return {
    timeUnixNano,
    observedTimeUnixNano: timeUnixNano,
    severityNumber,
    severityText,
    body: { stringValue: String(msg ?? '') },
    attributes: toAttributes({ ...details, ...describeError(err) }),
    ...(isTraceId(trace_id) && { traceId: trace_id }),
  }
}

/** Describes an error with the names of the semantic conventions. */
function describeError(err: unknown): Record<string, unknown> {
  if (typeof err !== 'object' || err === null) return { err }
  const { type, message, stack, ...more } = err as Record<string, unknown>
  return {
    'exception.type': type,
    'exception.message': message,
    'exception.stacktrace': stack,
    ...(Object.keys(more).length > 0 && { err: more }),
  }
}

const isTraceId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null
      ? (entry as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
