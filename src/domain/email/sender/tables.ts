/** A row of mail.account_sender. */
export interface SenderRow {
  account_id: string
  id: string
  /** The address from which the account sends. */
  email: string
  /** The domain of the address, as A-labels in lower case. */
  domain: string
  selector: string
  /** The public key (SPKI) in base64, as the DNS record has it. */
  public_key: string
  encrypted_private_key: Buffer
  /** Whether emails leave from this address. Otherwise they leave from that of the installation. */
  enabled: boolean
  created_at: Date
  updated_at: Date
}

export const keyContext = (sender_id: string): string => `mail.account_sender ${sender_id}`
