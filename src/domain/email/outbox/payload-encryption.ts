import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import type { Email, NamedAddress, TemplateWithData } from '../templates/template-data.ts'

/** What nobody reads in the database: to whom a letter goes, and what it says. */
export interface EmailPayload {
  to: NamedAddress
  facts: TemplateWithData['data']
}

/** What a letter is sealed for. */
export const encryptionContext = (id: string) => `mail.message ${id}`

export const encryptPayload = ({ cipher }: Deployment, id: string, { to, data }: Email): Buffer =>
  cipher.encrypt(JSON.stringify({ to, facts: data }), encryptionContext(id))

export const decryptPayload = (
  { cipher }: Deployment,
  id: string,
  encrypted: Buffer,
): EmailPayload => JSON.parse(cipher.decrypt(encrypted, encryptionContext(id)))

/** By which an address is found again without standing there. */
export const hashEmail = (email: string): Buffer => sha256(email.trim().toLowerCase())
