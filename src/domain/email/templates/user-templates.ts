import type { AccountTemplateData, TemplateName } from './template-data.ts'

const userTemplates: Readonly<Record<keyof AccountTemplateData, true>> = {
  invite_colleague: true,
  invite_packer: true,
  invite_member: true,
  reset_password: true,
  verify_address: true,
  address_changed: true,
  account_ending: true,
  account_end_revoked: true,
}

/**
 * Returns whether an email is about the user account of a person. Such emails always come from the installation, so that a
 * person can sign in while the mail server of an account fails.
 */
export const isUserTemplate = (kind: TemplateName): boolean => Object.hasOwn(userTemplates, kind)
