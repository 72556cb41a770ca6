import type { Deployment } from '#platform/deployment'
import type { RenderContext } from '../render/render-email.ts'
import { isSmsKind, renderSms } from '../sms/sms-texts.ts'
import type { RecipientEmailData } from '../templates/template-data.ts'
import { decryptPayload } from './payload-encryption.ts'
import type { MessageRow } from './tables.ts'

/** Returns the text of a stored message; undefined after its erasure. */
export function renderSmsRow(
  deployment: Deployment,
  { id, kind, encrypted_payload }: Pick<MessageRow, 'id' | 'kind' | 'encrypted_payload'>,
  { locale, tone = null }: Pick<RenderContext, 'locale' | 'tone'>,
): string | undefined {
  if (encrypted_payload === null || !isSmsKind(kind)) return undefined
  const { sender, url } = decryptPayload(deployment, id, encrypted_payload)
    .facts as RecipientEmailData
  return renderSms({ kind, sender: sender.name, url }, locale, tone)
}
