import type { CampaignTranslations } from './tables.ts'

/** The translations of the first demo campaign. */
export const demoCampaignTranslations: CampaignTranslations = {
  de: {
    subject: 'Willkommen bei Larkfield: Hier ist etwas für Sie',
    body: 'Danke, dass Sie sich für Larkfield entschieden haben. Wir freuen uns auf die Zusammenarbeit und möchten mit einem kleinen Geschenk beginnen. Suchen Sie sich aus, was Ihnen gefällt; in zwei Tagen ist es unterwegs.',
    headline: 'Willkommen an Bord',
    message: 'Schön, dass Sie da sind. Suchen Sie sich aus, was Ihnen am besten gefällt.',
  },
  fr: {
    subject: 'Bienvenue chez Larkfield\u00a0: quelque chose vous attend',
    body: 'Merci d’avoir choisi Larkfield. Nous sommes ravis de travailler avec vous et aimerions commencer par un petit cadeau. Choisissez ce qui vous plaît\u00a0: il partira sous deux jours.',
    headline: 'Bienvenue à bord',
    message: 'Merci de nous avoir rejoints. Choisissez le cadeau qui vous plaît le plus.',
  },
  ar: {
    subject: 'مرحبًا بك في Larkfield: لدينا شيء لك',
    body: 'شكرًا لاختيارك Larkfield. يسعدنا العمل معك، ونودّ أن نبدأ بهدية صغيرة. اختيار ما يعجبك يكفي، ونرسله إليك خلال يومين.',
    headline: 'أهلًا وسهلًا',
    message: 'يسعدنا انضمامك إلينا. هذه الهدايا بانتظار اختيارك.',
  },
}
