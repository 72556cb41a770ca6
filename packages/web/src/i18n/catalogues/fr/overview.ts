import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/overview.ts'

export const catalogue: SameTexts<typeof german> = {
  'was {value}': 'avant : {value}',
  '{change} from {value}': '{change}, avant : {value}',
  'Compared with the preceding period of the same length, which began on {day}. Each counts only what happened before it ended.':
    'Comparé à la période de même durée à partir du {day}. Chacune compte ce qui s’est passé jusqu’à sa fin.',
  '{count} sent': 'Envoyés : {count}',
  Day: 'Jour',
  Expire: 'Expirent',
  '“{name}” has {count} codes left': {
    one: '« {name} » n’a plus que {count} code',
    other: '« {name} » n’a plus que {count} codes',
  },
  '“{name}” has no codes left': '« {name} » n’a plus de codes',
  '{count} addresses were rejected': {
    one: '{count} adresse refusée',
    other: '{count} adresses refusées',
  },
  '{count} cancelled': { one: '{count} annulé', other: '{count} annulés' },
  '{count} days': { one: '{count} jour', other: '{count} jours' },
  '{count} delivered': { one: '{count} livré', other: '{count} livrés' },
  '{count} deliveries failed after all attempts in the last day.': {
    one: '{count} livraison a échoué après toutes les tentatives ces dernières 24 heures.',
    other: '{count} livraisons ont échoué après toutes les tentatives ces dernières 24 heures.',
  },
  '{count} delivery attempts failed': {
    one: '{count} tentative de livraison échouée',
    other: '{count} tentatives de livraison échouées',
  },
  '{count} digital gifts are low on codes': 'Il reste peu de codes pour {count} cadeaux numériques',
  '{count} digital gifts have no codes left': {
    one: '{count} cadeau numérique n’a plus de codes',
    other: '{count} cadeaux numériques n’ont plus de codes',
  },
  '{count} dispatched': { one: '{count} expédié', other: '{count} expédiés' },
  '{count} expired': { one: '{count} expiré', other: '{count} expirés' },
  '{count} gifts are out of stock': {
    one: '{count} cadeau en rupture de stock',
    other: '{count} cadeaux en rupture de stock',
  },
  '{count} gifts are overdue': {
    one: '{count} cadeau est en retard',
    other: '{count} cadeaux sont en retard',
  },
  '{count} gifts did not arrive': '{count} cadeaux ne sont pas arrivés',
  '{count} gifts expire within a week': {
    one: '{count} cadeau expire d’ici une semaine',
    other: '{count} cadeaux expirent d’ici une semaine',
  },
  '{count} gifts wait for a code. Import more.': {
    one: '{count} cadeau attend un code. Importez-en d’autres.',
    other: '{count} cadeaux attendent un code. Importez-en d’autres.',
  },
  '{count} hours': { one: '{count} heure', other: '{count} heures' },
  '{count} messages are waiting and will be sent once it works.': {
    one: '{count} message est en attente et partira dès que le service fonctionnera.',
    other: '{count} messages sont en attente et partiront dès que le service fonctionnera.',
  },
  '{count} minutes': { one: '{count} minute', other: '{count} minutes' },
  '{count} more': '{count} de plus',
  '{count} new': { one: '{count} nouveau', other: '{count} nouveaux' },
  '{count} recipients did not get the email': {
    one: '{count} destinataire n’a pas reçu l’e-mail',
    other: '{count} destinataires n’ont pas reçu l’e-mail',
  },
  '{count} redeemed': { one: '{count} choisi', other: '{count} choisis' },
  '{count} submitted': { one: '{count} enregistré', other: '{count} enregistrés' },
  '{count} variants are low in stock': {
    one: '{count} variante en stock faible',
    other: '{count} variantes en stock faible',
  },
  '{count} webhook deliveries failed after five attempts': {
    one: '{count} livraison de webhook a échoué après cinq tentatives',
    other: '{count} livraisons de webhook ont échoué après cinq tentatives',
  },
  '{count} webhook endpoints are failing': {
    one: '{count} endpoint de webhook est en échec',
    other: '{count} endpoints de webhook sont en échec',
  },
  '{done} of {total} done': '{done} sur {total} terminées',
  '{failed} of {attempts} recent attempts failed.':
    '{failed} des {attempts} dernières tentatives ont échoué.',
  '{from} to {until} days': '{from} à {until} jours',
  '{from}: {sent} sent, {redeemed} redeemed': '{from} : envoyés {sent}, choisis {redeemed}',
  '30 days': '30 jours',
  '90 days': '90 jours',
  'Add stock before gifts have to wait.':
    'Ajoutez du stock avant que des cadeaux ne doivent attendre.',
  'Add stock, or cancel. A waiting gift ships when stock arrives.':
    'Ajoutez du stock, ou annulez. Un cadeau en attente part dès l’arrivée du stock.',
  'All {count} recent attempts failed.': {
    one: 'La dernière tentative a échoué.',
    other: 'Les {count} dernières tentatives ont toutes échoué.',
  },
  'All set': 'Tout est prêt',
  'All time': 'Tout',
  'Choose the items, the design and the message.':
    'Choisissez les articles, l’apparence et le message.',
  'Completed steps': 'Étapes terminées',
  'Create an API key': 'Créer une clé d’API',
  day: 'jour',
  'Done, in {count} days.': { one: 'Terminé en {count} jour.', other: 'Terminé en {count} jours.' },
  'Done, in {count} hours.': {
    one: 'Terminé en {count} heure.',
    other: 'Terminé en {count} heures.',
  },
  'Done, in {count} minutes.': {
    one: 'Terminé en {count} minute.',
    other: 'Terminé en {count} minutes.',
  },
  'Get notified when a gift changes.': 'Soyez averti quand un cadeau change.',
  'Get started': 'Premiers pas',
  'Get started dismissed.': '« Premiers pas » masqué.',
  'Gift {reference}': 'Cadeau {reference}',
  'Gift {reference} did not arrive': 'Le cadeau {reference} n’est pas arrivé',
  'Gift activity': 'Activité des cadeaux',
  Gifting: 'Offrir',
  'Gifts created in this period': 'Cadeaux créés sur cette période',
  'Gifts over time': 'Cadeaux au fil du temps',
  'Gifts per day': 'Cadeaux par jour',
  'Gifts per month': 'Cadeaux par mois',
  'Gifts per week': 'Cadeaux par semaine',
  'Gifts with a known address': 'Cadeaux dont l’adresse est connue',
  'Hello, {name}': 'Bonjour, {name}',
  'Here’s what’s happening at {account}.': 'Voici ce qui se passe chez {account}.',
  'Import more codes, so that recipients can choose it.':
    'Importez d’autres codes pour que les destinataires puissent le choisir.',
  'Invitation to choice': 'De l’invitation au choix',
  'It expired {time}. Upload a newer one, so that deliveries do not fail.':
    'Expiré {time}. Importez-en un plus récent pour que les livraisons n’échouent pas.',
  'It expires {time}. Upload a newer one, so that deliveries do not fail.':
    'Expire {time}. Importez-en un plus récent pour que les livraisons n’échouent pas.',
  'Its parcel came back.': 'Son colis est revenu.',
  'Its parcel was lost.': 'Son colis est perdu.',
  'Last 7 days': '7 derniers jours',
  'Lets your software send gifts.': 'Permet à vos logiciels d’envoyer des cadeaux.',
  'Median {median}, 90th percentile {percentile}':
    'Médiane : {median} ; 90e centile : {percentile}',
  month: 'mois',
  'more than {count} days': { one: 'plus de {count} jour', other: 'plus de {count} jours' },
  'More than {count} messages are waiting and will be sent once it works.':
    'Plus de {count} messages sont en attente et partiront dès que le service fonctionnera.',
  'Most popular items': 'Articles les plus choisis',
  'Next 7 days': '7 prochains jours',
  'No gifts in this period.': 'Aucun cadeau sur cette période.',
  'No gifts yet.': 'Aucun cadeau pour l’instant.',
  'No invitation or notification can be sent until an operator configures a mail server.':
    'Aucune invitation ni notification ne peut être envoyée tant qu’un exploitant n’a pas configuré de serveur de messagerie.',
  'No items chosen in this period.': 'Aucun article choisi sur cette période.',
  'No known addresses in this period.': 'Aucune adresse connue sur cette période.',
  'No progress for days. See the tracking, or ask the carrier.':
    'Aucune avancée depuis des jours. Consultez le suivi ou interrogez le transporteur.',
  'No redemptions in this period.': 'Aucun cadeau choisi sur cette période.',
  'Not redeemed yet. Send a reminder, or extend the expiry.':
    'En attente d’un choix. Envoyez un rappel ou prolongez le délai.',
  'Nothing is scheduled, and nothing expires.': 'Rien n’est planifié et rien n’expire.',
  'Now:': 'En ce moment :',
  'Number of gifts containing the item': 'Nombre de cadeaux contenant l’article',
  'Receive your first webhook': 'Recevoir votre premier webhook',
  'Redemption rate': 'Taux de cadeaux choisis',
  'Scheduled gifts, and gifts that expire unless redeemed':
    'Cadeaux planifiés et cadeaux qui expirent s’ils ne sont pas choisis',
  'Sent, and how many of them are redeemed by now':
    'Envoyés, et combien d’entre eux ont déjà été choisis',
  'Set your colour and logo': 'Définir votre couleur et votre logo',
  'Share the work with your team.': 'Partagez le travail avec votre équipe.',
  'Ship the items again, or send the gift again.': 'Réexpédiez les articles ou renvoyez le cadeau.',
  'Show as table': 'Afficher sous forme de tableau',
  'Show steps': 'Afficher les étapes',
  'Something to give, and how many you have.': 'De quoi offrir, et la quantité disponible.',
  Statistics: 'Statistiques',
  'The carrier creates no label until the address is corrected.':
    'Le transporteur ne crée pas d’étiquette tant que l’adresse n’est pas corrigée.',
  'The carrier tries again, or keeps the parcel at a pickup point.':
    'Le transporteur réessaie, ou garde le colis dans un point de retrait.',
  'The certificate authority of “{endpoint}” expires soon':
    'Le certificat de l’autorité de « {endpoint} » expire bientôt',
  'The certificate authority of “{endpoint}” has expired':
    'Le certificat de l’autorité de « {endpoint} » a expiré',
  'The client certificate of “{endpoint}” expires soon':
    'Le certificat client de « {endpoint} » expire bientôt',
  'The client certificate of “{endpoint}” has expired':
    'Le certificat client de « {endpoint} » a expiré',
  'The counts stop at {count} gifts.': 'Le décompte s’arrête à {count} cadeaux.',
  'The gift for {recipient}': 'Le cadeau pour {recipient}',
  'The gift for {recipient} did not arrive': 'Le cadeau pour {recipient} n’est pas arrivé',
  'Their parcels were lost or came back. Ship the items again, or send the gifts again.':
    'Leurs colis sont perdus ou revenus. Réexpédiez les articles ou renvoyez les cadeaux.',
  'This period and the one before': 'Cette période et la précédente',
  'Time from invitation to choice': 'Délai entre l’invitation et le choix',
  'Time range': 'Période',
  'To do': 'À faire',
  'To send': 'À envoyer',
  'Top gifts': 'Articles les plus choisis',
  'Used in emails and on recipients’ pages.':
    'Utilisés dans les e-mails et sur les pages des destinataires.',
  'Webhook endpoint “{endpoint}” is failing': 'L’endpoint de webhook « {endpoint} » est en échec',
  week: 'semaine',
  'Week of {day}': 'Semaine du {day}',
  'within {count} days': { one: 'moins d’un jour', other: 'moins de {count} jours' },
  'Without the email, no one knows about the gift. Correct the address, or share the link.':
    'Sans l’e-mail, personne n’est au courant du cadeau. Corrigez l’adresse ou transmettez le lien.',
  Year: 'Année',
  'Your endpoint responds with 2xx.': 'Votre endpoint répond avec 2xx.',
  'Nothing is sent until an admin approves it.':
    'Rien ne part avant l’approbation d’un administrateur.',
  '{count} sends await your approval': {
    one: '{count} envoi attend votre approbation',
    other: '{count} envois attendent votre approbation',
  },
  'No more text messages today': 'Plus de SMS aujourd’hui',
  'The account has sent {count} today, which is its limit. The operator can raise BESTOW_SMS_MAX_PER_DAY.':
    'Le compte en a envoyé {count} aujourd’hui, sa limite. L’exploitant peut augmenter BESTOW_SMS_MAX_PER_DAY.',
}
