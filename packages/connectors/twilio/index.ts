import { Type } from 'typebox'
import { defineTextSender } from '#email'
import { createTwilio, testTwilio } from './twilio.ts'

export { createTwilio } from './twilio.ts'

/** Text messages through a Twilio account, or through a provider with the same API. */
export const twilio = defineTextSender({
  kind: 'twilio',
  title: { en: 'Twilio' },
  about: {
    en: 'Sends your text messages from your own number.',
    de: 'Sendet Ihre SMS von Ihrer eigenen Nummer.',
    es: 'Envía tus SMS desde tu propio número.',
    fr: 'Envoie vos SMS depuis votre propre numéro.',
    ja: 'ご自身の番号から SMS を送信します。',
  },
  settings: {
    account: {
      schema: Type.String({
        maxLength: 64,
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description: 'must be an Account SID, such as AC and 32 digits and letters',
      }),
      label: { en: 'Account SID' },
      hint: {
        en: 'On the first page of the Twilio console.',
        de: 'Auf der ersten Seite der Twilio-Konsole.',
        es: 'En la primera página de la consola de Twilio.',
        fr: 'Sur la première page de la console Twilio.',
        ja: 'Twilio コンソールの最初のページにあります。',
      },
    },
    token: {
      schema: Type.String({
        maxLength: 256,
        pattern: '^[\\x21-\\x7e]{8,256}$',
        description: 'must have 8 to 256 visible characters',
      }),
      isSecret: true,
      label: { en: 'Auth Token' },
      hint: {
        en: 'Beside the Account SID. It also verifies the messages of Twilio to Bestow.',
        de: 'Neben der Account SID. Damit werden auch die Nachrichten von Twilio an Bestow geprüft.',
        es: 'Junto al Account SID. También verifica los mensajes de Twilio a Bestow.',
        fr: 'À côté de l’Account SID. Il vérifie aussi les messages de Twilio à Bestow.',
        ja: 'Account SID の隣にあります。Twilio から Bestow へのメッセージの検証にも使います。',
      },
    },
    from: {
      schema: Type.String({
        maxLength: 34,
        pattern: '^(\\+[1-9]\\d{6,14}|[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32})$',
        description: 'must be a number such as +4915735990000, or up to 11 letters and digits',
      }),
      label: {
        en: 'Sender',
        de: 'Absender',
        es: 'Remitente',
        fr: 'Expéditeur',
        ja: '送信元',
      },
      hint: {
        en: 'A number of your account such as +4915735990000, a sender ID of up to 11 letters and digits, or a messaging service.',
        de: 'Eine Nummer Ihres Kontos wie +4915735990000, eine Absenderkennung aus bis zu 11 Buchstaben und Ziffern oder ein Messaging Service.',
        es: 'Un número de tu cuenta, como +4915735990000, un identificador de hasta 11 letras y cifras o un servicio de mensajería.',
        fr: 'Un numéro de votre compte comme +4915735990000, un identifiant de 11 lettres et chiffres au plus, ou un service de messagerie.',
        ja: 'アカウントの番号（例：+4915735990000）、英数字 11 文字までの送信者 ID、または Messaging Service。',
      },
    },
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 200,
        pattern: '^https://[^\\s?#@]+$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?$',
        description: 'must be an https:// URL without user and query',
        default: 'https://api.twilio.com',
      }),
      label: {
        en: 'API',
        de: 'API',
        es: 'API',
        fr: 'API',
        ja: 'API',
      },
      hint: {
        en: 'Change it only for another region, or another provider with the same API.',
        de: 'Nur für eine andere Region oder einen anderen Anbieter mit derselben API ändern.',
        es: 'Cámbialo solo para otra región u otro proveedor con la misma API.',
        fr: 'À changer seulement pour une autre région ou un autre fournisseur avec la même API.',
        ja: '別のリージョン、または同じ API を持つ別の事業者の場合にのみ変更します。',
      },
    },
  },
  open: (values, outbound) => createTwilio({ ...values, outbound }),
  test: (values, outbound) => testTwilio({ ...values, outbound }),
})
