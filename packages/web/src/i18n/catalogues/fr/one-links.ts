import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/one-links.ts'

export const catalogue: SameTexts<typeof german> = {
  'Available|gifts': 'Disponibles',
  'Leave empty to use the name of the campaign.':
    'Laissez vide pour utiliser le nom de la campagne.',
  'One-link renamed.': 'One-Link renommé.',
  Rename: 'Renommer',
  'Rename this one-link': 'Renommer ce One-Link',
  'Such as “Booth in Hamburg”. Visitors don’t see it.':
    'Par exemple « Stand à Hambourg ». Les visiteurs ne le voient pas.',
  '{a} approves, {r} rejects': '{a} approuve, {r} refuse',
  '{claimed} of {quantity}': '{claimed} sur {quantity}',
  '{count} above the limit per address': '{count} au-delà de la limite par adresse',
  '{count} above the limit per device': '{count} au-delà de la limite par appareil',
  '{count} above the limit per network': '{count} au-delà de la limite par réseau',
  '{count} above three emails a day': '{count} au-delà de trois e-mails par jour',
  '{count} claims approved.': {
    one: '{count} demande approuvée.',
    other: '{count} demandes approuvées.',
  },
  '{count} claims rejected.': {
    one: '{count} demande refusée.',
    other: '{count} demandes refusées.',
  },
  '{count} had already ended or been decided.': {
    one: '{count} était déjà terminée ou traitée.',
    other: '{count} étaient déjà terminées ou traitées.',
  },
  '{count} on the deny list': '{count} sur la liste de blocage',
  '{count} outside the allowed domains': '{count} hors des domaines autorisés',
  '{count} selected': { one: '{count} sélectionnée', other: '{count} sélectionnées' },
  '{count} with a disposable address': '{count} avec une adresse jetable',
  '{count} without a free place': '{count} sans place libre',
  '{perAddress} per address, {perNetwork} per network, {perDevice} per device':
    '{perAddress} par adresse, {perNetwork} par réseau, {perDevice} par appareil',
  '1 gift per mailbox': '1 cadeau par boîte mail',
  'A claim holds a gift for 30 minutes, until the visitor presses the button behind the emailed link. Without it, invented addresses can take all gifts.':
    'Une demande réserve un cadeau pendant 30 minutes, le temps que le visiteur appuie sur le bouton de la page du lien reçu par e-mail. Sans confirmation, des adresses inventées peuvent prendre tous les cadeaux.',
  'A closed one-link can’t be reopened.': 'Un One-Link fermé ne peut pas être rouvert.',
  'A confirmed claim waits up to 7 days for you to approve or reject it. The visitor gets an email either way.':
    'Une demande confirmée attend jusqu’à 7 jours que vous l’approuviez ou la refusiez. Le visiteur reçoit un e-mail dans les deux cas.',
  'A one-link needs a campaign that invites by one-link.':
    'Un One-Link nécessite une campagne qui invite par One-Link.',
  'Addresses of services that give out throw-away mailboxes cannot claim.':
    'Les adresses des services de boîtes jetables ne peuvent pas faire de demande.',
  'All {count} gifts': 'Les {count} cadeaux',
  'All claimed': 'Épuisé',
  'All gifts of this link are claimed.': 'Tous les cadeaux de ce lien ont été demandés.',
  Allowed: 'Autorisées',
  'Allowed domains': 'Domaines autorisés',
  'Allowed email domains (optional)': 'Domaines e-mail autorisés (facultatif)',
  'Always on with approval and with allowed domains.':
    'Toujours active avec l’approbation et avec les domaines autorisés.',
  Anyone: 'Tous',
  'Anyone with this link can claim one gift until none are left.':
    'Toute personne qui a ce lien peut demander un cadeau tant qu’il en reste.',
  Approval: 'Approbation',
  Approve: 'Approuver',
  'Approve {name}': 'Approuver {name}',
  'Approve each claim': 'Approuver chaque demande',
  'Change expiry and domains': 'Modifier l’expiration et les domaines',
  'Claim rules': 'Règles des demandes',
  'Claim rules changed.': 'Règles des demandes modifiées.',
  Claimed: 'Demandés',
  Claims: 'Demandes',
  'Claims per hour': 'Demandes par heure',
  'Claims that wait for approval': 'Demandes en attente d’approbation',
  'Close one-link': 'Fermer le One-Link',
  'Close this one-link?': 'Fermer ce One-Link ?',
  'Confirmed by email': 'Confirmées par e-mail',
  'Create link': 'Créer le lien',
  'Create one': 'En créer une',
  CSV: 'CSV',
  Decision: 'Décision',
  'Disposable addresses': 'Adresses jetables',
  'Domains apply to further claims. The number of gifts is fixed: for more gifts, create another link.':
    'Les domaines s’appliquent aux demandes suivantes. Le nombre de cadeaux est fixe : pour en offrir plus, créez un autre lien.',
  'Each visitor gets an email when you decide. An approved gift can be opened for three days.':
    'Chaque visiteur reçoit un e-mail quand vous décidez. Un cadeau approuvé peut être ouvert pendant trois jours.',
  Ends: 'Fin',
  'Expiry and domains': 'Expiration et domaines',
  'For a conference or a newsletter, when you don’t know the recipients yet.':
    'Pour une conférence ou une newsletter, quand vous ne connaissez pas encore les destinataires.',
  'For example larkfield.com. Only addresses in these domains can claim. Leave empty to allow any address.':
    'Par exemple larkfield.com. Seules les adresses de ces domaines peuvent faire une demande. Laissez vide pour autoriser toutes les adresses.',
  'Has an offer until {time}': 'Offre en cours, expire {time}',
  'In this order. A gift that becomes free is offered to the next person for 12 hours.':
    'Dans cet ordre. Un cadeau qui se libère est proposé à la personne suivante pendant 12 heures.',
  'Latest claims': 'Dernières demandes',
  'Leave empty to use the campaign’s expiry': 'Laissez vide pour reprendre la durée de la campagne',
  'Limit per person': 'Limite par personne',
  Link: 'Lien',
  'Most claims per hour': 'Maximum de demandes par heure',
  'No claims yet. They appear here live.':
    'Aucune demande pour l’instant. Elles s’affichent ici en direct.',
  'No gifts were claimed.': 'Aucun cadeau n’a été demandé.',
  'No one-links yet': 'Aucun One-Link pour l’instant',
  'Number of gifts': 'Nombre de cadeaux',
  Offered: 'Proposés',
  'One link or QR code for many people. Anyone with it can claim one gift until none are left.':
    'Un lien ou code QR pour de nombreuses personnes. Quiconque l’a peut demander un cadeau tant qu’il en reste.',
  'One-link changed.': 'One-Link modifié.',
  'One-link closed.': 'One-Link fermé.',
  'People in one office or at one event often share a network: set that limit above their number. Raise the limit per device for a tablet at a stand.':
    'Les personnes d’un même bureau ou d’un même événement partagent souvent un réseau : fixez cette limite au-dessus de leur nombre. Augmentez la limite par appareil pour une tablette sur un stand.',
  'Per address': 'Par adresse',
  'Per device': 'Par appareil',
  'Per network': 'Par réseau',
  'QR code': 'Code QR',
  'QR code of {url}': 'Code QR de {url}',
  'Refuse disposable addresses': 'Refuser les adresses jetables',
  Refused: 'Refusées',
  'Refused: {counts}': 'Refusées : {counts}',
  Reject: 'Refuser',
  'Reject {name}': 'Refuser {name}',
  Rejected: 'Refusés',
  Select: 'Sélectionner',
  'Select all': 'Tout sélectionner',
  Since: 'Depuis',
  'The {count} claimed gifts continue.': {
    one: 'Le {count} cadeau demandé suit son cours.',
    other: 'Les {count} cadeaux demandés suivent leur cours.',
  },
  'The {count} unclaimed gifts are cancelled, and new visitors see that the link is closed.': {
    one: 'Le {count} cadeau non demandé est annulé et les nouveaux visiteurs voient que le lien est fermé.',
    other:
      'Les {count} cadeaux non demandés sont annulés et les nouveaux visiteurs voient que le lien est fermé.',
  },
  'The first {shown} of {count}. The CSV file has all of them.':
    'Les {shown} premières sur {count}. Le fichier CSV les contient toutes.',
  'This link has expired. No more gifts can be claimed with it.':
    'Ce lien a expiré. Il ne permet plus de demander de cadeaux.',
  'This link is closed. No more gifts can be claimed with it.':
    'Ce lien est fermé. Il ne permet plus de demander de cadeaux.',
  Waiting: 'En attente',
  'Waiting for approval': 'En attente d’approbation',
  'Waiting for confirmation': 'En attente de confirmation',
  'Waiting list': 'Liste d’attente',
  'When all gifts are taken, visitors can leave their address. Each gift that becomes free is offered to the next person for 12 hours.':
    'Quand tous les cadeaux sont pris, les visiteurs peuvent laisser leur adresse. Chaque cadeau qui se libère est proposé à la personne suivante pendant 12 heures.',
  'Your time: {timeZone}. Gifts that were claimed keep the time that their recipients have.':
    'Votre heure : {timeZone}. Les cadeaux déjà demandés conservent le délai de leurs destinataires.',
  'Expires on (optional)': 'Expire le (facultatif)',
  'Name (optional)': 'Nom (facultatif)',
}
