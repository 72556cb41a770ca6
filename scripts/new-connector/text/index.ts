import { Type } from 'typebox'
import { defineTextSender } from '#email'
import { createExampleText, testExampleText } from './example-text.ts'

/** Text messages through Example Text. */
export const exampleText = defineTextSender({
  kind: 'example-text',
  title: { en: 'Example Text' },
  about: {
    en: 'Sends your text messages through your own account at Example Text.',
    de: 'Sendet Ihre SMS über Ihr eigenes Konto bei Example Text.',
    es: 'Envía tus SMS con tu propia cuenta de Example Text.',
    fr: 'Envoie vos SMS avec votre propre compte chez Example Text.',
    ja: 'ご自身の Example Text アカウントで SMS を送信します。',
  },
  settings: {
    token: {
      schema: Type.String({ minLength: 16, maxLength: 200 }),
      isSecret: true,
      label: { en: 'Token', de: 'Token', es: 'Token', fr: 'Jeton', ja: 'トークン' },
    },
    webhook_secret: {
      schema: Type.String({ minLength: 16, maxLength: 200 }),
      isSecret: true,
      label: {
        en: 'Webhook secret',
        de: 'Webhook-Geheimnis',
        es: 'Secreto del webhook',
        fr: 'Secret du webhook',
        ja: 'Webhook のシークレット',
      },
    },
    from: {
      schema: Type.String({
        maxLength: 16,
        pattern: '^\\+[1-9]\\d{6,14}$',
        description: 'must be a number such as +4915735990000',
      }),
      label: {
        en: 'Sender',
        de: 'Absender',
        es: 'Remitente',
        fr: 'Expéditeur',
        ja: '送信元',
      },
    },
  },
  open: (values, outbound) => createExampleText({ ...values, outbound }),
  test: (values, outbound) => testExampleText({ ...values, outbound }),
})
