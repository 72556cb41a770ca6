import { Type } from 'typebox'
import { defineMailSender } from '#email'
import { createSmtpTransport, type SmtpOptions, testSmtp } from './smtp.ts'

export { createSmtpTransport } from './smtp.ts'
export { toRawMessage } from './smtp-message.ts'

/** An SMTP server of the account, such as that of its mail provider. */
export const smtp = defineMailSender({
  kind: 'smtp',
  title: {
    en: 'Mail server (SMTP)',
    de: 'Mailserver (SMTP)',
    es: 'Servidor de correo (SMTP)',
    fr: 'Serveur de messagerie (SMTP)',
    ja: 'メールサーバー（SMTP）',
  },
  about: {
    en: 'Sends your emails through your own server. Choose the sender address in Settings, Email sender.',
    de: 'Sendet Ihre E-Mails über Ihren eigenen Server. Die Absenderadresse wählen Sie unter Einstellungen, E-Mail-Absender.',
    es: 'Envía tus correos por tu propio servidor. La dirección del remitente se elige en Ajustes, Remitente de correo.',
    fr: 'Envoie vos e-mails par votre propre serveur. L’adresse d’expéditeur se choisit dans Réglages, Expéditeur des e-mails.',
    ja: 'ご自身のサーバーからメールを送ります。送信元アドレスは「設定」の「メールの送信元」で選びます。',
  },
  settings: {
    host: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 253,
        pattern:
          '^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\\.)*[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$',
        description: 'must be the name of a server, such as smtp.example.com',
      }),
      label: { en: 'Server', de: 'Server', es: 'Servidor', fr: 'Serveur', ja: 'サーバー' },
    },
    port: {
      schema: Type.Integer({ minimum: 1, maximum: 65_535, default: 587 }),
      label: { en: 'Port', de: 'Port', es: 'Puerto', fr: 'Port', ja: 'ポート' },
      hint: {
        en: 'Usually 587, or 465 with TLS from the start.',
        de: 'Meist 587, oder 465 mit TLS von Anfang an.',
        es: 'Normalmente 587, o 465 con TLS desde el inicio.',
        fr: 'En général 587, ou 465 avec TLS dès le début.',
        ja: '通常は 587、最初から TLS を使う場合は 465 です。',
      },
    },
    security: {
      schema: Type.String({ enum: ['STARTTLS', 'TLS', 'none'], default: 'STARTTLS' }),
      label: {
        en: 'Encryption',
        de: 'Verschlüsselung',
        es: 'Cifrado',
        fr: 'Chiffrement',
        ja: '暗号化',
      },
      hint: {
        en: 'Without encryption, the server gets no password.',
        de: 'Ohne Verschlüsselung bekommt der Server kein Passwort.',
        es: 'Sin cifrado, el servidor no recibe la contraseña.',
        fr: 'Sans chiffrement, le serveur ne reçoit pas de mot de passe.',
        ja: '暗号化しない場合、パスワードは送られません。',
      },
    },
    user: {
      schema: Type.String({ maxLength: 320, default: '' }),
      label: { en: 'User', de: 'Benutzer', es: 'Usuario', fr: 'Utilisateur', ja: 'ユーザー' },
    },
    password: {
      schema: Type.String({ maxLength: 1_000, default: '' }),
      isSecret: true,
      label: {
        en: 'Password',
        de: 'Passwort',
        es: 'Contraseña',
        fr: 'Mot de passe',
        ja: 'パスワード',
      },
    },
    returned_emails: {
      schema: Type.String({ enum: ['bestow', 'sender'], default: 'bestow' }),
      label: {
        en: 'Returned emails go to',
        de: 'Zurückkommende E-Mails gehen an',
        es: 'Los correos devueltos llegan a',
        fr: 'Les e-mails renvoyés vont à',
        ja: '届かなかったメールの返送先',
      },
      hint: {
        en: 'bestow: Bestow learns which emails did not arrive. sender: your sender address gets them, if your server refuses other return addresses; Bestow then does not learn of them.',
        de: 'bestow: Bestow erfährt, welche E-Mails nicht ankamen. sender: Ihre Absenderadresse bekommt sie, falls Ihr Server andere Rücksendeadressen ablehnt; Bestow erfährt dann nichts davon.',
        es: 'bestow: Bestow sabe qué correos no llegaron. sender: los recibe tu dirección de remitente, si tu servidor rechaza otras direcciones de devolución; Bestow no se entera de ellos.',
        fr: 'bestow : Bestow sait quels e-mails ne sont pas arrivés. sender : votre adresse d’expéditeur les reçoit, si votre serveur refuse d’autres adresses de retour ; Bestow ne les connaît alors pas.',
        ja: 'bestow：届かなかったメールを Bestow が把握します。sender：サーバーが他の返送先を拒否する場合に、送信元アドレスに戻ります。その場合 Bestow は把握できません。',
      },
    },
  },
  open: (values, outbound) => createSmtpTransport({ ...toOptions(values), outbound }),
  test: (values, outbound) => testSmtp({ ...toOptions(values), outbound }),
})

interface SmtpValues {
  host: string
  port: number
  security: string
  user: string
  password: string
  returned_emails: string
}

/** An account gets few connections to its server, so that a slow server does not take those of other accounts. */
const maxConnections = 3

function toOptions(values: SmtpValues): SmtpOptions {
  const { host, port, security, user, password, returned_emails } = values
  const isEncrypted = security !== 'none'
  const credentials =
    user === '' || !isEncrypted
      ? ''
      : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return {
    url: `${security === 'TLS' ? 'smtps' : 'smtp'}://${credentials}${host}:${port}`,
    tls: isEncrypted ? 'required' : 'none',
    maxConnections,
    returnsToSender: returned_emails === 'sender',
  }
}
