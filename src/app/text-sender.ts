import { createTwilio } from '#connectors/twilio'
import { captureTexts, type TextSender } from '#email'
import type { Config } from '#platform/config/config'

/**
 * Creates the sender of text messages of the installation. Returns undefined in production without a provider, where only
 * accounts with a connection have text messages.
 */
export function textSenderFromConfig({
  mail: { sms },
  stage,
  webhookAllowPrivate: allowPrivate,
  proxy,
}: Pick<Config, 'mail' | 'stage' | 'webhookAllowPrivate' | 'proxy'>): TextSender | undefined {
  if (sms !== undefined) return createTwilio({ ...sms, outbound: { allowPrivate, proxy } })
  return stage === 'staging' ? captureTexts : undefined
}
