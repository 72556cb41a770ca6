import pc from 'picocolors'

/**
 * A delivery as the receiver reports it.
 * @typedef {object} Arrival
 * @property {string} event
 * @property {string} type
 * @property {string} [reference]
 * @property {string} [gift_request_id]
 * @property {string} [gift_status]
 * @property {number} attempt
 * @property {boolean} verified
 * @property {number} status
 * @property {number} bytes
 * @property {string} [problem]
 */

/** @type {Record<string, (text: string) => string>} */
const colorByStatus = {
  submitted: pc.cyan,
  redeemed: pc.magenta,
  dispatched: pc.yellow,
  delivered: pc.green,
  cancelled: pc.red,
}

/**
 * Formats a delivery as one line.
 * @param {Arrival} arrival
 */
export function formatDelivery({
  type,
  reference,
  gift_status = '',
  attempt,
  verified,
  status,
  bytes,
}) {
  const color = colorByStatus[gift_status] ?? pc.white
  return [
    verified ? pc.green('✔ signature') : pc.red('✖ signature'),
    pc.dim(reference ?? ''),
    color(type.padEnd(24)),
    pc.dim(`${bytes} bytes`.padStart(12)),
    attempt > 1 ? pc.yellow(`attempt ${attempt}`) : pc.dim('attempt 1'),
    status < 300 ? pc.dim(`returned ${status}`) : pc.yellow(`returned ${status}, will be retried`),
  ].join('  ')
}

/**
 * Formats a delivery with what a person needs for the next step: the id of the gift request, its link, and the problem.
 * @param {Arrival} arrival
 * @param {string | null} [redemption_url]
 */
export function formatDeliveryForTerminal(arrival, redemption_url) {
  const { gift_request_id, problem } = arrival
  const more = [
    gift_request_id && `${pc.dim('gift request')}  GIFT=${gift_request_id}`,
    redemption_url && `${pc.dim('its link    ')}  ${pc.cyan(redemption_url)}`,
    problem && pc.red(problem),
  ]
  return [formatDelivery(arrival), ...more.filter(Boolean).map((line) => `    ${line}`)].join('\n')
}
