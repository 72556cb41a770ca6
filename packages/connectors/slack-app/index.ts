import { Type } from 'typebox'
import { defineChatApp } from '#chat-apps'
import { createSlackApp, testSlackApp } from './slack-app.ts'

/** A Slack app in Socket Mode, so that Slack needs no address of Bestow. */
export const slackApp = defineChatApp({
  kind: 'slack-app',
  title: { en: 'Slack' },
  about: {
    en: 'Members send gifts, approve sends and read thank-you notes in Slack.',
    de: 'Mitglieder verschenken, genehmigen Versendungen und lesen Dankesnachrichten in Slack.',
    es: 'Los miembros envían regalos, aprueban envíos y leen notas de agradecimiento en Slack.',
    fr: 'Les membres offrent des cadeaux, approuvent des envois et lisent les remerciements dans Slack.',
    ja: 'メンバーは Slack でギフトを送り、送信を承認し、お礼のメッセージを読めます。',
  },
  settings: {
    app_token: {
      isSecret: true,
      schema: Type.String({
        maxLength: 500,
        pattern: '^xapp-[A-Za-z0-9-]+$',
        description: 'must be an app-level token, which begins with xapp-',
      }),
      label: {
        en: 'App-level token',
        de: 'App-Level-Token',
        es: 'Token a nivel de la app',
        fr: 'Jeton au niveau de l’app',
        ja: 'アプリレベルトークン',
      },
      hint: {
        en: 'Begins with xapp-. In your Slack app under Basic Information, with the scope connections:write.',
        de: 'Beginnt mit xapp-. In Ihrer Slack-App unter Basic Information, mit dem Scope connections:write.',
        es: 'Empieza por xapp-. En tu app de Slack, en Basic Information, con el scope connections:write.',
        fr: 'Commence par xapp-. Dans votre app Slack, sous Basic Information, avec le scope connections:write.',
        ja: 'xapp- で始まります。Slack アプリの Basic Information にあり、スコープ connections:write が必要です。',
      },
    },
    bot_token: {
      isSecret: true,
      schema: Type.String({
        maxLength: 500,
        pattern: '^xoxb-[A-Za-z0-9-]+$',
        description: 'must be a bot token, which begins with xoxb-',
      }),
      label: {
        en: 'Bot token',
        de: 'Bot-Token',
        es: 'Token del bot',
        fr: 'Jeton du bot',
        ja: 'ボットトークン',
      },
      hint: {
        en: 'Begins with xoxb-. In your Slack app under OAuth & Permissions, after you installed it.',
        de: 'Beginnt mit xoxb-. In Ihrer Slack-App unter OAuth & Permissions, nachdem Sie sie installiert haben.',
        es: 'Empieza por xoxb-. En tu app de Slack, en OAuth & Permissions, después de instalarla.',
        fr: 'Commence par xoxb-. Dans votre app Slack, sous OAuth & Permissions, après l’installation.',
        ja: 'xoxb- で始まります。インストール後、Slack アプリの OAuth & Permissions にあります。',
      },
    },
    celebrations: {
      schema: Type.String({ enum: ['off', 'on'], default: 'off' }),
      label: {
        en: 'Celebrate birthdays and anniversaries',
        de: 'Geburtstage und Jubiläen feiern',
        es: 'Celebrar cumpleaños y aniversarios',
        fr: 'Célébrer les anniversaires',
        ja: '誕生日と記念日を祝う',
      },
      hint: {
        en: 'Posts the name of a person on the day, if a rule for occasions gave a gift. Never a year or an age.',
        de: 'Nennt am Tag selbst den Namen der Person, wenn eine Regel für Anlässe ein Geschenk gesendet hat. Nie ein Jahr oder Alter.',
        es: 'Publica el nombre de la persona ese día, si una regla de ocasiones envió un regalo. Nunca un año ni una edad.',
        fr: 'Publie le nom de la personne le jour même, si une règle d’occasions a envoyé un cadeau. Jamais une année ni un âge.',
        ja: '記念日のルールでギフトが送られた場合、当日にその人の名前を投稿します。年や年齢は投稿しません。',
      },
    },
    channel: {
      schema: Type.String({
        maxLength: 30,
        pattern: '^([CG][A-Z0-9]+)?$',
        description: 'must be the id of a channel, such as C0123456789',
        default: '',
      }),
      label: {
        en: 'Channel for celebrations',
        de: 'Channel für Feiern',
        es: 'Canal para las celebraciones',
        fr: 'Canal des célébrations',
        ja: 'お祝いを投稿するチャンネル',
      },
      hint: {
        en: 'Its id, such as C0123456789, at the end of its details in Slack. Invite the app to it.',
        de: 'Die ID, zum Beispiel C0123456789, am Ende der Channel-Details in Slack. Laden Sie die App in den Channel ein.',
        es: 'Su ID, como C0123456789, al final de sus detalles en Slack. Invita la app al canal.',
        fr: 'Son identifiant, comme C0123456789, à la fin de ses détails dans Slack. Invitez-y l’app.',
        ja: 'チャンネル ID（例：C0123456789）。Slack のチャンネル詳細の末尾にあります。アプリをチャンネルに招待してください。',
      },
    },
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 200,
        pattern: '^https://slack(-gov)?\\.com$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?$',
        description: 'must be https://slack.com, or https://slack-gov.com for GovSlack',
        default: 'https://slack.com',
      }),
      label: { en: 'API', de: 'API', es: 'API', fr: 'API', ja: 'API' },
      hint: {
        en: 'https://slack.com, or https://slack-gov.com for GovSlack.',
        de: 'https://slack.com, oder https://slack-gov.com für GovSlack.',
        es: 'https://slack.com, o https://slack-gov.com para GovSlack.',
        fr: 'https://slack.com, ou https://slack-gov.com pour GovSlack.',
        ja: 'https://slack.com。GovSlack の場合は https://slack-gov.com。',
      },
    },
  },
  open: (values, outbound) => createSlackApp({ ...values, outbound }),
  test: (values, outbound) => testSlackApp({ ...values, outbound }),
})
