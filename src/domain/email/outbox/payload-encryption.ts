import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import type { Email, NamedAddress, TemplateWithData } from '../templates/template-data.ts'

/** The part of an email that the database stores encrypted: the recipient and the template data. */
export interface EmailPayload {
  to: NamedAddress
  facts: TemplateWithData['data']
}

/** Returns the encryption context, which binds the ciphertext to its row. */
export const encryptionContext = (id: string) => `mail.message ${id}`

export const encryptPayload = ({ cipher }: Deployment, id: string, { to, data }: Email): Buffer =>
  cipher.encrypt(JSON.stringify({ to, facts: data }), encryptionContext(id))

export const decryptPayload = (
  { cipher }: Deployment,
  id: string,
  encrypted: Buffer,
): EmailPayload => JSON.parse(cipher.decrypt(encrypted, encryptionContext(id)))

/**
 * Returns the hash of an address. The database finds the address by its hash and does not store the plain
 * text.
 */
export const hashEmail = (email: string): Buffer => sha256(toEmailKey(email))
