# Generated from the OpenAPI document by scripts/generate.ts. Do not edit.
"""The methods of the client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from . import types as t

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import RequestOptions, WriteOptions
    from .._paginator import Paginator
    from .._transport import Transport


class GiftRequests:
    """Gift requests."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: Literal["submitted", "redeemed", "dispatched", "delivered", "cancelled"] | None = None,
        campaign_id: str | None = None,
        reference: str | None = None,
        recipient_email: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        recipient_id: str | None = None,
        parcel_state: Literal["placing", "waiting", "refused", "ordered", "in_transit", "delivery_attempt_failed", "out_for_delivery", "delivered", "returned", "lost", "cancelled"] | None = None,
        updated_after: str | datetime | None = None,
        metadata: Mapping[str, str] | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.GiftRequest]:
        """List gift requests.

        Newest first. A gift request must match all filters.

        ``status``: Only those with this status.
        ``campaign_id``: Only those of this campaign.
        ``reference``: The one with this reference.
        ``recipient_email``: Only those to this person, however the address is spelt.
        ``created_after``: Only gift requests that were created after this time. A time such as
        2026-05-01T10:30:00.000Z.
        ``created_before``: Only gift requests that were created before this time. A time such as
        2026-05-01T10:30:00.000Z.
        ``recipient_id``: Only those to this recipient.
        ``parcel_state``: Only those with a parcel in this state.
        ``updated_after``: Only gift requests that changed after this time, in the order of their changes,
        oldest first. For the next page, send the ``updated_at`` of the last one here and its ``id`` as ``after``.
        A change appears half a minute later. A time such as 2026-05-01T10:30:00.000Z.
        ``metadata``: Only gift requests with this pair, such as ``metadata[order]=4711``; up to five pairs, all
        of which must match. At most 5 pairs.
        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``gift_requests:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listGiftRequests", query={"status": status, "campaign_id": campaign_id, "reference": reference, "recipient_email": recipient_email, "created_after": created_after, "created_before": created_before, "recipient_id": recipient_id, "parcel_state": parcel_state, "updated_after": updated_after, "metadata": metadata, "limit": limit, "after": after, "order": order}, options=options)

    def create(
        self,
        body: t.NewGiftRequest,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Create a gift request.

        Creates a gift request. With neither address nor items, the recipient chooses from what the campaign
        offers. A campaign whose ``invitation_method`` is ``sender_provided_address`` requires both, and no
        other campaign allows them. Emits ``gift_request_created``.

        Scope: ``gift_requests:write``.
        Errors: ValidationError.
        """
        result: t.GiftRequest = self._transport.request("createGiftRequest", body=body, options=options)
        return result

    def create_many(
        self,
        body: t.CreateGiftRequestsBody,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Page[t.GiftRequest]:
        """Create many gift requests.

        Creates 1 to 100 gift requests, all or none, and emits ``gift_request_created`` for each. With
        ``dry_run=true``, validates every row and creates nothing.

        ``dry_run``: Whether to validate every row and create nothing.

        Scope: ``gift_requests:write``.
        Errors: ValidationError; ConflictError (idempotency_key_reused).
        """
        result: t.Page[t.GiftRequest] = self._transport.request("createGiftRequests", query={"dry_run": dry_run}, body=body, options=options)
        return result

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.GiftRequest:
        """Get a gift request.

        The current state of a gift request. A webhook has the state at the time of its event.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.GiftRequest = self._transport.request("getGiftRequest", {"id": id}, options=options)
        return result

    def update(
        self,
        id: str,
        body: t.UpdateGiftRequestBody | None = None,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Change a gift request.

        Changes the members that the body has. ``send_at`` can change until the gift request is sent,
        ``expires_at`` and ``email_message`` until the recipient redeems, ``metadata`` at any time. Emits no
        event.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.GiftRequest = self._transport.request("updateGiftRequest", {"id": id}, query={"dry_run": dry_run}, body={} if body is None else body, options=options)
        return result

    def cancel(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Cancel a gift request.

        Cancels a gift request that is not dispatched. Emits ``gift_request_cancelled``.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.GiftRequest = self._transport.request("cancelGiftRequest", {"id": id}, options=options)
        return result

    def history(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.Move]:
        """Get the history of a gift request.

        Every transition between internal states, oldest first, including those that emit no event, such as
        backorders and failed delivery attempts.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.Page[t.Move] = self._transport.request("getGiftRequestHistory", {"id": id}, options=options)
        return result

    def extend(
        self,
        id: str,
        body: t.ExtendGiftRequestBody | None = None,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Extend a gift request.

        Sets the expiry to ``expires_at``, or adds ``days`` to it; send one of them. Possible until the
        recipient redeems. Reminders move with it.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.GiftRequest = self._transport.request("extendGiftRequest", {"id": id}, query={"dry_run": dry_run}, body={} if body is None else body, options=options)
        return result

    def remind(
        self,
        id: str,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Remind a recipient.

        Sends a reminder to a recipient who has not redeemed, at most one email an hour. Not possible after
        a bounce or a decline, or if the sender shares the link.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.GiftRequest = self._transport.request("remindGiftRequest", {"id": id}, query={"dry_run": dry_run}, options=options)
        return result

    def correct_email(
        self,
        id: str,
        body: t.EmailCorrection,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Correct an email address.

        Sends the email that fits the state to the new address. The link stays valid. With the same address,
        it sends the email again.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.GiftRequest = self._transport.request("correctGiftRequestEmail", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result

    def change_address(
        self,
        id: str,
        body: t.ChangeGiftRequestAddressBody,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Change a shipping address.

        For a redeemed gift whose parcel is not on its way, or that could not be delivered. A parcel that
        the carrier refused is placed again. A recipient’s address is never returned.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.GiftRequest = self._transport.request("changeGiftRequestAddress", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result

    def reissue_link(
        self,
        id: str,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Replace a link.

        Creates a new redemption link and emails it to the recipient. The old link stops working at once. If
        the sender shares the link, no email is sent.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.GiftRequest = self._transport.request("reissueGiftRequestLink", {"id": id}, query={"dry_run": dry_run}, options=options)
        return result

    def send_again(
        self,
        id: str,
        body: t.SendGiftRequestAgainBody | None = None,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Reissue:
        """Send a gift again.

        For a gift that expired, was declined or did not arrive. Creates a new gift request with its own
        events, and moves the link to it. A gift request is sent again once: a repeated call returns the
        first replacement with the status 200.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.Reissue = self._transport.request("sendGiftRequestAgain", {"id": id}, query={"dry_run": dry_run}, body={} if body is None else body, options=options)
        return result

    def ship_again(
        self,
        id: str,
        body: t.ShipGiftRequestAgainBody,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Page[t.Parcel]:
        """Ship items again.

        Ships the items of a lost, returned or cancelled parcel in a new parcel from new stock. A parcel is
        replaced once.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.Page[t.Parcel] = self._transport.request("shipGiftRequestAgain", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result

    def resolve_problem_report(
        self,
        id: str,
        report_id: str,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.ResolveGiftRequestProblemReport:
        """Resolve a problem report.

        Closes the report. The recipient sees that it is resolved, and gets no email. A resolved report does
        not change.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.ResolveGiftRequestProblemReport = self._transport.request("resolveGiftRequestProblemReport", {"id": id, "report_id": report_id}, query={"dry_run": dry_run}, options=options)
        return result

    def resend_emails(
        self,
        id: str,
        body: t.ResendGiftRequestEmailsBody | None = None,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Page[t.Email]:
        """Send emails again.

        Sends copies of emails to the recipient’s address, and forgets a bounce of that address.

        ``dry_run``: Whether to check everything and change nothing. The response is as it would be; ids of
        new objects in it name nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.Page[t.Email] = self._transport.request("resendGiftRequestEmails", {"id": id}, query={"dry_run": dry_run}, body={} if body is None else body, options=options)
        return result

    def details(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.GiftDetails:
        """Get the details of a gift request.

        The internal state, times and language, what the recipient did, what it replaces, and which
        operations are possible now.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.GiftDetails = self._transport.request("getGiftRequestDetails", {"id": id}, options=options)
        return result

    def parcels(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.Parcel]:
        """List the parcels of a gift request.

        Each parcel with its carrier, tracking number, items and scans. Without an address and without the
        codes of digital items.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.Page[t.Parcel] = self._transport.request("listGiftRequestParcels", {"id": id}, options=options)
        return result

    def emails(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.Email]:
        """List the emails of a gift request.

        The latest 100 emails to the recipient and their states, newest first.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.Page[t.Email] = self._transport.request("listGiftRequestEmails", {"id": id}, options=options)
        return result

    def text_messages(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.TextMessage]:
        """List the text messages of a gift request.

        The latest 100 text messages to the recipient and their states, newest first.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.Page[t.TextMessage] = self._transport.request("listGiftRequestTextMessages", {"id": id}, options=options)
        return result

    def problem_reports(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.ResolveGiftRequestProblemReport]:
        """List the problem reports of a gift request.

        What the recipient reported after the order, oldest first, with the answers. The photos are shown in
        the web app.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.Page[t.ResolveGiftRequestProblemReport] = self._transport.request("listGiftRequestProblemReports", {"id": id}, options=options)
        return result

    def thank_you_note(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.ThankYouNote:
        """Get the thank-you note.

        The note that the recipient wrote; 404 as long as there is none.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.ThankYouNote = self._transport.request("getGiftRequestThankYouNote", {"id": id}, options=options)
        return result

    def greeting(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Greeting:
        """Get the greeting of a gift request.

        The card that the recipient sees, and the photo or video of the sender.

        Scope: ``gift_requests:read``.
        Errors: NotFoundError.
        """
        result: t.Greeting = self._transport.request("getGiftRequestGreeting", {"id": id}, options=options)
        return result

    def set_greeting(
        self,
        id: str,
        body: t.SetGiftRequestGreetingBody,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Greeting:
        """Set the greeting of a gift request.

        Replaces the greeting of the campaign for this gift request. The recipient sees it at once; an email
        that was sent does not change. Not possible after a cancellation.

        ``dry_run``: Whether to check everything and change nothing.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.Greeting = self._transport.request("setGiftRequestGreeting", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result

    def delete_greeting(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.Greeting:
        """Delete the greeting of a gift request.

        The gift request shows the greeting of its campaign again.

        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.Greeting = self._transport.request("deleteGiftRequestGreeting", {"id": id}, options=options)
        return result

    def create_each(
        self,
        rows: Sequence[t.NewBatchGiftRequest],
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Page[t.GiftRequestResult]:
        """Returns a result for each row: an invalid row does not stop the others.

        A row with an ``idempotency_key`` is created once, however often you send it.

        ``dry_run``: Whether to validate every row and create nothing.

        Scope: ``gift_requests:write``.
        Errors: ValidationError; ConflictError (idempotency_key_reused).
        """
        result: t.Page[t.GiftRequestResult] = self._transport.request("createGiftRequests", query={"dry_run": dry_run}, body={"gift_requests": rows, "on_error": "continue"}, options=options)
        return result


class Campaigns:
    """Campaigns."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        state: Literal["available", "archived"] | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.Campaign]:
        """List campaigns.

        Newest first, each with its whole catalogue: products, their variants, and the stock of each in each
        warehouse.

        ``state``: Only those in this state.
        ``limit``: The maximum number of entries of the page, at most 25; a larger number counts as 25. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``campaigns:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listCampaigns", query={"state": state, "limit": limit, "after": after, "order": order}, options=options)

    def create(
        self,
        body: t.CreateCampaignBody,
        **options: Unpack[WriteOptions],
    ) -> t.Campaign:
        """Create a campaign.

        Creates an available campaign. Without a colour or a logo, it has those of the account; without
        ``sender_id``, the first user of the account sends its gifts.

        Scope: ``campaigns:write``.
        Errors: ValidationError.
        """
        result: t.Campaign = self._transport.request("createCampaign", body=body, options=options)
        return result

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Campaign:
        """Get a campaign.

        One campaign with its catalogue. Create gift requests with its ``id``, such as
        ``019681f0-5a10-7c3e-9b1d-2f6a8e4c1001``.

        Scope: ``campaigns:read``.
        Errors: NotFoundError.
        """
        result: t.Campaign = self._transport.request("getCampaign", {"id": id}, options=options)
        return result

    def update(
        self,
        id: str,
        body: t.UpdateCampaignBody,
        **options: Unpack[WriteOptions],
    ) -> t.Campaign:
        """Change a campaign.

        Changes the members that the body has, also inside ``theme`` and ``email_message``. Gifts that exist
        keep what they offer. The invitation method is fixed. With ``If-Match`` and the ``ETag`` of an earlier
        response, the request fails with 412 if the resource has changed since.

        Scope: ``campaigns:write``.
        Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
        """
        result: t.Campaign = self._transport.request("updateCampaign", {"id": id}, body=body, options=options)
        return result

    def copy(
        self,
        id: str,
        body: t.CopyCampaignBody,
        **options: Unpack[WriteOptions],
    ) -> t.Campaign:
        """Copy a campaign.

        Creates a campaign with another name and the same content and settings.

        Scope: ``campaigns:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.Campaign = self._transport.request("copyCampaign", {"id": id}, body=body, options=options)
        return result

    def archive(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.Campaign:
        """Archive a campaign.

        The campaign sends no new gifts. Existing gifts are not affected.

        Scope: ``campaigns:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.Campaign = self._transport.request("archiveCampaign", {"id": id}, options=options)
        return result

    def restore(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.Campaign:
        """Restore a campaign.

        Makes an archived campaign available. Fails if all its items are archived.

        Scope: ``campaigns:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.Campaign = self._transport.request("restoreCampaign", {"id": id}, options=options)
        return result

    def settings(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.CampaignSettings:
        """Get the settings of a campaign.

        Language, reminders, the choice of shipping rates, and the donation that replaces unclaimed gifts.

        Scope: ``campaigns:read``.
        Errors: NotFoundError.
        """
        result: t.CampaignSettings = self._transport.request("getCampaignSettings", {"id": id}, options=options)
        return result

    def update_settings(
        self,
        id: str,
        body: t.SettingsInput,
        **options: Unpack[WriteOptions],
    ) -> t.CampaignSettings:
        """Change the settings of a campaign.

        Changes the members that the body has. The next reminders of existing gifts follow the new plan.
        With ``If-Match`` and the ``ETag`` of an earlier response, the request fails with 412 if the resource
        has changed since.

        Scope: ``campaigns:write``.
        Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
        """
        result: t.CampaignSettings = self._transport.request("updateCampaignSettings", {"id": id}, body=body, options=options)
        return result

    def greeting(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Greeting:
        """Get the greeting of a campaign.

        The card, and the photo or video, of each gift without a greeting of its own.

        Scope: ``campaigns:read``.
        Errors: NotFoundError.
        """
        result: t.Greeting = self._transport.request("getCampaignGreeting", {"id": id}, options=options)
        return result

    def set_greeting(
        self,
        id: str,
        body: t.SetGiftRequestGreetingBody,
        **options: Unpack[WriteOptions],
    ) -> t.Greeting:
        """Set the greeting of a campaign.

        Replaces the greeting, also for gifts that exist and have no greeting of their own. Without a card
        and without ``media_id``, the campaign has none.

        Scope: ``campaigns:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.Greeting = self._transport.request("setCampaignGreeting", {"id": id}, body=body, options=options)
        return result


class Products:
    """Products with their variants."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        state: Literal["available", "archived"] | None = None,
        q: str | None = None,
        stock: Literal["low"] | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.CatalogueProduct]:
        """List products.

        Newest first, each with all its variants and their stock.

        ``state``: Only products in this state.
        ``q``: Only products with this text in their name, or in the name or the SKU of a variant.
        ``stock``: low: only products with a variant whose stock is low.
        ``limit``: The maximum number of entries of the page, at most 50; a larger number counts as 50. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``catalogue:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listProducts", query={"state": state, "q": q, "stock": stock, "limit": limit, "after": after, "order": order}, options=options)

    def create(
        self,
        body: t.CreateProductBody,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueProduct:
        """Create a product.

        Adds a product with 1 to 100 variants. Campaigns offer variants. Its pictures are addresses; ``POST
        /pictures`` copies a picture of another server.

        Scope: ``catalogue:write``.
        Errors: ValidationError.
        """
        result: t.CatalogueProduct = self._transport.request("createProduct", body=body, options=options)
        return result

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.CatalogueProduct:
        """Get a product.

        One product with all its variants and their stock.

        Scope: ``catalogue:read``.
        Errors: NotFoundError.
        """
        result: t.CatalogueProduct = self._transport.request("getProduct", {"id": id}, options=options)
        return result

    def update(
        self,
        id: str,
        body: t.UpdateProductBody,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueProduct:
        """Change a product.

        Changes the members that the body has. Gifts that exist keep the names and pictures that they were
        created with. With ``If-Match`` and the ``ETag`` of an earlier response, the request fails with 412 if
        the resource has changed since.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
        """
        result: t.CatalogueProduct = self._transport.request("updateProduct", {"id": id}, body=body, options=options)
        return result

    def archive(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueProduct:
        """Archive a product.

        New gifts do not offer the product. Existing gifts are not affected. Fails if a campaign would have
        no items left.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.CatalogueProduct = self._transport.request("archiveProduct", {"id": id}, options=options)
        return result

    def restore(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueProduct:
        """Restore a product.

        Offers an archived product again, also in the campaigns that list it.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.CatalogueProduct = self._transport.request("restoreProduct", {"id": id}, options=options)
        return result

    def bulk_update(
        self,
        body: t.BulkUpdateProductsBody,
        **options: Unpack[WriteOptions],
    ) -> t.Page[t.CatalogueProduct]:
        """Change many products.

        Changes, archives or restores 1 to 100 products, all or none. Shipping details apply to every
        variant of the products.

        Scope: ``catalogue:write``.
        Errors: ValidationError; ConflictError (invalid_transition).
        """
        result: t.Page[t.CatalogueProduct] = self._transport.request("bulkUpdateProducts", body=body, options=options)
        return result


class Variants:
    """Variants of products: what gifts contain."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        product_id: str,
        body: t.CreateVariantBody,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueVariant:
        """Add a variant to a product.

        Adds a variant after the others. A product has at most 100.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.CatalogueVariant = self._transport.request("createVariant", {"id": product_id}, body=body, options=options)
        return result

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.CatalogueVariant:
        """Get a variant.

        One variant with its stock in each warehouse.

        Scope: ``catalogue:read``.
        Errors: NotFoundError.
        """
        result: t.CatalogueVariant = self._transport.request("getVariant", {"id": id}, options=options)
        return result

    def update(
        self,
        id: str,
        body: t.UpdateVariantBody,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueVariant:
        """Change a variant.

        Changes the members that the body has. With ``If-Match`` and the ``ETag`` of an earlier response, the
        request fails with 412 if the resource has changed since.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
        """
        result: t.CatalogueVariant = self._transport.request("updateVariant", {"id": id}, body=body, options=options)
        return result

    def archive(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueVariant:
        """Archive a variant.

        New gifts do not offer the variant. Fails if a campaign would have no items left.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.CatalogueVariant = self._transport.request("archiveVariant", {"id": id}, options=options)
        return result

    def restore(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.CatalogueVariant:
        """Restore a variant.

        Offers an archived variant again, if its product is available.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.CatalogueVariant = self._transport.request("restoreVariant", {"id": id}, options=options)
        return result

    def list(
        self,
        *,
        sku: str | None = None,
        product_id: str | None = None,
        state: Literal["available", "archived"] | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.CatalogueVariant]:
        """List variants.

        Newest first, each with its stock in each warehouse. Find a variant by its SKU.

        ``sku``: The variant with this SKU.
        ``product_id``: Only variants of this product.
        ``state``: available: the variant and its product are available.
        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``catalogue:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listVariants", query={"sku": sku, "product_id": product_id, "state": state, "limit": limit, "after": after, "order": order}, options=options)

    def import_codes(
        self,
        id: str,
        body: t.ImportCodesBody,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.CodeImport:
        """Import codes of a digital variant.

        Imports up to 500 codes, or links for single gifts, all or none. Codes are encrypted, and no
        operation returns them. Gifts that wait for a code get theirs next, the oldest first.

        ``dry_run``: Whether to check everything and change nothing.

        Scope: ``catalogue:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.CodeImport = self._transport.request("importCodes", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result


class StockLevels:
    """The stock of variants in warehouses."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def set(
        self,
        body: t.SetStockLevelsBody,
        **options: Unpack[WriteOptions],
    ) -> t.Page[t.CatalogueStockLevel]:
        """Set stock levels.

        Sets the available units of variants in warehouses, all or none, as after a count. Units that are
        reserved for gifts are not available. With ``expected``, a count that has changed since rejects
        everything.

        Scope: ``catalogue:write``.
        Errors: ValidationError.
        """
        result: t.Page[t.CatalogueStockLevel] = self._transport.request("setStockLevels", body=body, options=options)
        return result

    def adjust(
        self,
        body: t.AdjustStockLevelsBody,
        **options: Unpack[WriteOptions],
    ) -> t.Page[t.CatalogueStockLevel]:
        """Adjust stock levels.

        Adds units to stock levels, or takes units away, all or none, as after a delivery. Adjustments at
        the same instant add up. Send an Idempotency-Key, so that a retry does not add twice.

        Scope: ``catalogue:write``.
        Errors: ValidationError.
        """
        result: t.Page[t.CatalogueStockLevel] = self._transport.request("adjustStockLevels", body=body, options=options)
        return result


class Pictures:
    """Pictures of products."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        body: t.CreatePictureBody,
        **options: Unpack[WriteOptions],
    ) -> t.Picture:
        """Copy a picture of another server.

        Loads a PNG, JPEG or WebP picture of up to 700 KB once, and returns its address here, for products,
        variants and logos. The same address returns the same picture. A picture that is not used within a
        day is deleted.

        Scope: ``catalogue:write``.
        Errors: ValidationError.
        """
        result: t.Picture = self._transport.request("createPicture", body=body, options=options)
        return result


class Warehouses:
    """Warehouses of the account."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.Warehouse]:
        """List warehouses.

        All warehouses that are in use, by name, on one page.

        Scope: ``catalogue:read``.
        """
        result: t.Page[t.Warehouse] = self._transport.request("listWarehouses", options=options)
        return result

    def create(
        self,
        body: t.CreateWarehouseBody,
        **options: Unpack[WriteOptions],
    ) -> t.Warehouse:
        """Create a warehouse.

        Adds a warehouse. It has no stock.

        Scope: ``catalogue:write``.
        Errors: ValidationError.
        """
        result: t.Warehouse = self._transport.request("createWarehouse", body=body, options=options)
        return result

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Warehouse:
        """Get a warehouse.

        One warehouse with the address that it sends from. Also one that is archived.

        Scope: ``catalogue:read``.
        Errors: NotFoundError.
        """
        result: t.Warehouse = self._transport.request("getWarehouse", {"id": id}, options=options)
        return result

    def update(
        self,
        id: str,
        body: t.UpdateWarehouseBody,
        **options: Unpack[WriteOptions],
    ) -> t.Warehouse:
        """Change a warehouse.

        Changes the members of the body. The country is fixed once the warehouse has stock. With ``If-Match``
        and the ``ETag`` of an earlier response, the request fails with 412 if the resource has changed since.

        Scope: ``catalogue:write``.
        Errors: ValidationError; NotFoundError; ConflictError (invalid_transition).
        """
        result: t.Warehouse = self._transport.request("updateWarehouse", {"id": id}, body=body, options=options)
        return result

    def archive(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.Warehouse:
        """Archive a warehouse.

        Takes a warehouse out of use. Not possible while it has stock, available or reserved.

        Scope: ``catalogue:write``.
        Errors: ValidationError; NotFoundError; ConflictError (invalid_transition).
        """
        result: t.Warehouse = self._transport.request("archiveWarehouse", {"id": id}, options=options)
        return result


class OneLinks:
    """One-links: public links with a number of claimable gifts."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.OneLink]:
        """List one-links.

        Newest first, each with the number of claimed gifts.

        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``one_links:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listOneLinks", query={"limit": limit, "after": after, "order": order}, options=options)

    def create(
        self,
        body: t.NewOneLink,
        **options: Unpack[WriteOptions],
    ) -> t.OneLink:
        """Create a one-link.

        Creates ``quantity`` unclaimed gift requests behind one public link, and emits ``gift_request_created``
        for each of them. There are never more claims than gifts, and at most one claim for each email
        address.

        Scope: ``one_links:write``.
        Errors: ValidationError.
        """
        result: t.OneLink = self._transport.request("createOneLink", body=body, options=options)
        return result

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.OneLink:
        """Get a one-link.

        One one-link, with the number of its claimed gifts.

        Scope: ``one_links:read``.
        Errors: NotFoundError.
        """
        result: t.OneLink = self._transport.request("getOneLink", {"id": id}, options=options)
        return result

    def update(
        self,
        id: str,
        body: t.UpdateOneLinkBody,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.OneLink:
        """Change a one-link.

        Changes the members that the body has, of a one-link that is neither closed nor expired. Its
        unclaimed gifts get the same expiry. Existing claims are not affected. With ``If-Match`` and the
        ``ETag`` of an earlier response, the request fails with 412 if the resource has changed since.

        ``dry_run``: Whether to check everything and change nothing.

        Scope: ``one_links:write``.
        Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
        """
        result: t.OneLink = self._transport.request("updateOneLink", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result

    def close(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.OneLink:
        """Close a one-link.

        The link accepts no more claims, and its unclaimed gifts are cancelled. Claimed gifts continue.
        Closing it again changes nothing.

        Scope: ``one_links:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.OneLink = self._transport.request("closeOneLink", {"id": id}, options=options)
        return result


class Claims:
    """Claims of one-links, their rules, and the deny list."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def rules(
        self,
        one_link_id: str,
        **options: Unpack[RequestOptions],
    ) -> t.ClaimRules:
        """Get the claim rules of a one-link.

        Who can claim a gift of the link, and how often.

        Scope: ``one_links:read``.
        Errors: NotFoundError.
        """
        result: t.ClaimRules = self._transport.request("getClaimRules", {"id": one_link_id}, options=options)
        return result

    def update_rules(
        self,
        one_link_id: str,
        body: t.UpdateClaimRulesBody,
        **options: Unpack[WriteOptions],
    ) -> t.ClaimRules:
        """Change the claim rules of a one-link.

        Changes the fields that the body has, for further claims.

        Scope: ``one_links:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.ClaimRules = self._transport.request("updateClaimRules", {"id": one_link_id}, body=body, options=options)
        return result

    def defaults(
        self,
        **options: Unpack[RequestOptions],
    ) -> t.ClaimRules:
        """Get the claim rules of new one-links.

        The rules that a new one-link has.

        Scope: ``one_links:read``.
        """
        result: t.ClaimRules = self._transport.request("getClaimDefaults", options=options)
        return result

    def update_defaults(
        self,
        body: t.UpdateClaimDefaultsBody,
        **options: Unpack[WriteOptions],
    ) -> t.ClaimRules:
        """Change the claim rules of new one-links.

        Decides whether claims of new one-links need a confirmation by email.

        Scope: ``one_links:write``.
        Errors: ValidationError.
        """
        result: t.ClaimRules = self._transport.request("updateClaimDefaults", body=body, options=options)
        return result

    def list(
        self,
        one_link_id: str,
        *,
        state: Literal["pending", "listed", "offered"] | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.Claim]:
        """List claims without a gift.

        Claims that wait for approval, and the waiting list, newest first. Claims with a gift are gift
        requests.

        ``state``: Only claims in this state.
        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``one_links:read``.
        Errors: ValidationError; NotFoundError.
        """
        return self._transport.list("listClaims", {"id": one_link_id}, query={"state": state, "limit": limit, "after": after, "order": order}, options=options)

    def approve(
        self,
        one_link_id: str,
        body: t.ClaimIds,
        **options: Unpack[WriteOptions],
    ) -> t.ClaimDecision:
        """Approve claims.

        Sends the links of the gifts to the claimants. A claim that was decided before, or lapsed, is
        skipped.

        Scope: ``one_links:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.ClaimDecision = self._transport.request("approveClaims", {"id": one_link_id}, body=body, options=options)
        return result

    def reject(
        self,
        one_link_id: str,
        body: t.ClaimIds,
        **options: Unpack[WriteOptions],
    ) -> t.ClaimDecision:
        """Reject claims.

        Sends an email to the claimants, and frees their places. A claim that was decided before, or lapsed,
        is skipped.

        Scope: ``one_links:write``.
        Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
        """
        result: t.ClaimDecision = self._transport.request("rejectClaims", {"id": one_link_id}, body=body, options=options)
        return result

    def denied(
        self,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.DeniedClaimant]:
        """List denied claimants.

        The addresses and domains that cannot claim from any one-link, on one page.

        Scope: ``one_links:read``.
        """
        result: t.Page[t.DeniedClaimant] = self._transport.request("listDeniedClaimants", options=options)
        return result

    def deny(
        self,
        body: t.DenyClaimantsBody,
        **options: Unpack[WriteOptions],
    ) -> t.DenyListChange:
        """Deny claimants.

        Adds up to 500 addresses and domains to the deny list. Known entries are skipped.

        Scope: ``one_links:write``.
        Errors: ValidationError.
        """
        result: t.DenyListChange = self._transport.request("denyClaimants", body=body, options=options)
        return result

    def allow(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.DenyListChange:
        """Allow a denied claimant again.

        Removes an entry from the deny list.

        Scope: ``one_links:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.DenyListChange = self._transport.request("allowClaimant", {"id": id}, options=options)
        return result


class Recipients:
    """The people who get gifts."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        q: str | None = None,
        status: Literal["thanked", "declined", "bounced"] | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.ContactRecipient]:
        """List recipients.

        The people who got gifts, newest first. Erased people are not listed.

        ``q``: The beginning of an email address, or words of a name.
        ``status``: Only people who sent a thank-you note, who declined a gift, or whose address bounced.
        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``recipients:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listRecipients", query={"q": q, "status": status, "limit": limit, "after": after, "order": order}, options=options)

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.RecipientDetail:
        """Get a recipient.

        One person with the latest hundred thank-you notes and declines.

        Scope: ``recipients:read``.
        Errors: NotFoundError.
        """
        result: t.RecipientDetail = self._transport.request("getRecipient", {"id": id}, options=options)
        return result

    def gift_requests(
        self,
        id: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.GiftRequest]:
        """List the gift requests of a recipient.

        The gift requests to this person, newest first. A token without ``gift_requests:read`` gets
        ``redemption_url`` and ``shipping_address`` as null.

        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``recipients:read``.
        Errors: ValidationError; NotFoundError.
        """
        return self._transport.list("listGiftRequestsOfRecipient", {"id": id}, query={"limit": limit, "after": after, "order": order}, options=options)

    def correct_email(
        self,
        id: str,
        body: t.EmailCorrection,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.RecipientCorrection:
        """Correct the email address of a recipient.

        Changes the address of all gift requests to this person that are on their way, at most 100, and
        sends the email that fits their state. The recipient of these gift requests is then the person with
        the new address.

        ``dry_run``: Whether to check everything and change nothing.

        Scope: ``recipients:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.RecipientCorrection = self._transport.request("correctRecipientEmail", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result

    def clear_bounce(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.RecipientDetail:
        """Send emails to a recipient again.

        Allows emails to an address that bounced.

        Scope: ``recipients:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.RecipientDetail = self._transport.request("clearRecipientBounce", {"id": id}, options=options)
        return result

    def personal_data(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.PersonalData:
        """Export the personal data of a recipient.

        Everything that the account stores about the person, for a request under privacy law. The audit log
        records the export.

        Scope: ``recipients:write``.
        Errors: NotFoundError.
        """
        result: t.PersonalData = self._transport.request("getPersonalData", {"id": id}, options=options)
        return result

    def erase(
        self,
        body: t.EmailCorrection,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Erasure:
        """Erase the personal data of a recipient.

        Erases everything about the person with this email address, also claims and emails. Gifts that are
        not dispatched are cancelled, and emit ``gift_request_cancelled`` without personal data. A repeated
        erasure finds nothing. With ``dry_run=true``, returns the counts and erases nothing.

        ``dry_run``: Whether to check everything and change nothing.

        Scope: ``recipients:write``.
        Errors: ValidationError.
        """
        result: t.Erasure = self._transport.request("erasePersonalData", query={"dry_run": dry_run}, body=body, options=options)
        return result


class Reports:
    """The figures of the overview in the web app, and exports."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def funnel(
        self,
        *,
        campaign_id: str | None = None,
        one_link_id: str | None = None,
        sender_id: str | None = None,
        variant_id: str | None = None,
        country: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        **options: Unpack[RequestOptions],
    ) -> t.Funnel:
        """Count gifts by stage.

        How many gifts were sent, opened, redeemed and delivered.

        ``campaign_id``: Only gifts of this campaign.
        ``one_link_id``: Only gifts of this one-link.
        ``sender_id``: Only gifts of this sender.
        ``variant_id``: Only redeemed gifts with this variant.
        ``country``: Only gifts to this country, such as DE.
        ``created_after``: Only gifts created after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``created_before``: Only gifts created before this time. A time such as 2026-05-01T10:30:00.000Z.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: t.Funnel = self._transport.request("getFunnel", query={"campaign_id": campaign_id, "one_link_id": one_link_id, "sender_id": sender_id, "variant_id": variant_id, "country": country, "created_after": created_after, "created_before": created_before}, options=options)
        return result

    def time_to_redeem(
        self,
        *,
        campaign_id: str | None = None,
        one_link_id: str | None = None,
        sender_id: str | None = None,
        variant_id: str | None = None,
        country: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        **options: Unpack[RequestOptions],
    ) -> t.TimeToRedeem:
        """Get the time that recipients take to redeem.

        The median, the time of nine in ten gifts, and counts by duration.

        ``campaign_id``: Only gifts of this campaign.
        ``one_link_id``: Only gifts of this one-link.
        ``sender_id``: Only gifts of this sender.
        ``variant_id``: Only redeemed gifts with this variant.
        ``country``: Only gifts to this country, such as DE.
        ``created_after``: Only gifts created after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``created_before``: Only gifts created before this time. A time such as 2026-05-01T10:30:00.000Z.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: t.TimeToRedeem = self._transport.request("getTimeToRedeem", query={"campaign_id": campaign_id, "one_link_id": one_link_id, "sender_id": sender_id, "variant_id": variant_id, "country": country, "created_after": created_after, "created_before": created_before}, options=options)
        return result

    def countries(
        self,
        *,
        campaign_id: str | None = None,
        one_link_id: str | None = None,
        sender_id: str | None = None,
        variant_id: str | None = None,
        country: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.CountryCount]:
        """Count gifts by country.

        Gifts whose country is known, the largest number first, on one page.

        ``campaign_id``: Only gifts of this campaign.
        ``one_link_id``: Only gifts of this one-link.
        ``sender_id``: Only gifts of this sender.
        ``variant_id``: Only redeemed gifts with this variant.
        ``country``: Only gifts to this country, such as DE.
        ``created_after``: Only gifts created after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``created_before``: Only gifts created before this time. A time such as 2026-05-01T10:30:00.000Z.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: t.Page[t.CountryCount] = self._transport.request("listGiftsByCountry", query={"campaign_id": campaign_id, "one_link_id": one_link_id, "sender_id": sender_id, "variant_id": variant_id, "country": country, "created_after": created_after, "created_before": created_before}, options=options)
        return result

    def top_gifts(
        self,
        *,
        campaign_id: str | None = None,
        one_link_id: str | None = None,
        sender_id: str | None = None,
        variant_id: str | None = None,
        country: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        **options: Unpack[RequestOptions],
    ) -> t.Page[t.GiftCount]:
        """List the most frequent gifts.

        The eight variants that most redeemed gifts contain.

        ``campaign_id``: Only gifts of this campaign.
        ``one_link_id``: Only gifts of this one-link.
        ``sender_id``: Only gifts of this sender.
        ``variant_id``: Only redeemed gifts with this variant.
        ``country``: Only gifts to this country, such as DE.
        ``created_after``: Only gifts created after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``created_before``: Only gifts created before this time. A time such as 2026-05-01T10:30:00.000Z.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: t.Page[t.GiftCount] = self._transport.request("listTopGifts", query={"campaign_id": campaign_id, "one_link_id": one_link_id, "sender_id": sender_id, "variant_id": variant_id, "country": country, "created_after": created_after, "created_before": created_before}, options=options)
        return result

    def trend(
        self,
        *,
        campaign_id: str | None = None,
        one_link_id: str | None = None,
        sender_id: str | None = None,
        variant_id: str | None = None,
        country: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        **options: Unpack[RequestOptions],
    ) -> t.Trend:
        """Count gifts over time.

        How many gifts were sent in each day, week or month, and how many of them are redeemed now. Up to
        100 days are counted by day, up to 700 by week.

        ``campaign_id``: Only gifts of this campaign.
        ``one_link_id``: Only gifts of this one-link.
        ``sender_id``: Only gifts of this sender.
        ``variant_id``: Only redeemed gifts with this variant.
        ``country``: Only gifts to this country, such as DE.
        ``created_after``: Only gifts created after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``created_before``: Only gifts created before this time. A time such as 2026-05-01T10:30:00.000Z.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: t.Trend = self._transport.request("getTrend", query={"campaign_id": campaign_id, "one_link_id": one_link_id, "sender_id": sender_id, "variant_id": variant_id, "country": country, "created_after": created_after, "created_before": created_before}, options=options)
        return result

    def attention(
        self,
        **options: Unpack[RequestOptions],
    ) -> t.Attention:
        """Get the work to do.

        Stalled and expiring gifts, bounced addresses, low stock and codes, and queued emails. Counts end at
        1,001.

        Scope: ``reports:read``.
        """
        result: t.Attention = self._transport.request("getAttention", options=options)
        return result

    def export_gift_requests(
        self,
        *,
        format: Literal["csv", "jsonl"] | None = None,
        status: Literal["submitted", "redeemed", "dispatched", "delivered", "cancelled"] | None = None,
        campaign_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        after: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> str:
        """Export gift requests.

        All gift requests that match, the oldest first, as one download. JSON Lines have the gift request
        object. After a broken download, send the id of the last complete line as ``after``, with the same
        filters: no row is missing or twice. Gift requests of the last 30 seconds are left out, so that
        requests that are still running are not skipped.

        ``format``: csv, or jsonl: one JSON object on each line. Default: csv.
        ``status``: Only those with this status.
        ``campaign_id``: Only those of this campaign.
        ``created_after``: Only those created after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``created_before``: Only those created before this time. A time such as 2026-05-01T10:30:00.000Z.
        ``after``: The id of the last gift request that you received. The export continues after it, without a
        header line.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: str = self._transport.request("exportGiftRequests", query={"format": format, "status": status, "campaign_id": campaign_id, "created_after": created_after, "created_before": created_before, "after": after}, options=options)
        return result

    def export_stock_levels(
        self,
        *,
        format: Literal["csv", "jsonl"] | None = None,
        after: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> str:
        """Export stock levels.

        The stock of all variants in all warehouses, as one download. After a broken download, send the
        ``variant_id`` of the last variant whose lines are complete as ``after``.

        ``format``: csv, or jsonl: one JSON object on each line. Default: csv.
        ``after``: The id of the last variant that you received. The export continues after it, without a
        header line.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: str = self._transport.request("exportStockLevels", query={"format": format, "after": after}, options=options)
        return result

    def export_parcels(
        self,
        *,
        format: Literal["csv", "jsonl"] | None = None,
        state: Literal["placing", "waiting", "refused", "ordered", "in_transit", "delivery_attempt_failed", "out_for_delivery", "delivered", "returned", "lost", "cancelled"] | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        after: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> str:
        """Export parcels.

        All parcels that match, the oldest first, as one download, without addresses. JSON Lines have the
        parcel with its items and scans, its gift request and its times. A broken download continues as that
        of gift requests. Parcels of the last 30 seconds are left out.

        ``format``: csv, or jsonl: one JSON object on each line. Default: csv.
        ``state``: Only those in this state.
        ``created_after``: Only those created after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``created_before``: Only those created before this time. A time such as 2026-05-01T10:30:00.000Z.
        ``after``: The id of the last parcel that you received. The export continues after it, without a
        header line.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: str = self._transport.request("exportParcels", query={"format": format, "state": state, "created_after": created_after, "created_before": created_before, "after": after}, options=options)
        return result

    def export_donations(
        self,
        *,
        format: Literal["csv", "jsonl"] | None = None,
        product_id: str | None = None,
        donated_after: str | datetime | None = None,
        donated_before: str | datetime | None = None,
        after: str | None = None,
        **options: Unpack[RequestOptions],
    ) -> str:
        """Export donations.

        All donations that match, the oldest first, as one download, with the time of their payment. Amounts
        are integers in minor units. A broken download continues as that of gift requests. Donations of
        cancelled gifts and of the last 30 seconds are left out.

        ``format``: csv, or jsonl: one JSON object on each line. Default: csv.
        ``product_id``: Only those to this charity.
        ``donated_after``: Only those after this time. A time such as 2026-05-01T10:30:00.000Z.
        ``donated_before``: Only those before this time. A time such as 2026-05-01T10:30:00.000Z.
        ``after``: The id of the last donation that you received. The export continues after it, without a
        header line.

        Scope: ``reports:read``.
        Errors: ValidationError.
        """
        result: str = self._transport.request("exportDonations", query={"format": format, "product_id": product_id, "donated_after": donated_after, "donated_before": donated_before, "after": after}, options=options)
        return result


class Events:
    """The events of the last 30 days."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        type: Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled"] | None = None,
        gift_request_id: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.FeedEvent]:
        """List events.

        The events of the last 30 days, newest first, each with the body that webhooks deliver. Read them to
        catch up on what a receiver missed.

        ``type``: Only events of this type.
        ``gift_request_id``: Only what happened to this gift request.
        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``events:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listEvents", query={"type": type, "gift_request_id": gift_request_id, "limit": limit, "after": after, "order": order}, options=options)

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.FeedEvent:
        """Get an event.

        One event by the id that its deliveries carry in ``Service-Webhook-Event-Id``.

        Scope: ``events:read``.
        Errors: NotFoundError.
        """
        result: t.FeedEvent = self._transport.request("getEvent", {"id": id}, options=options)
        return result


class Attention:
    """What a person has to resolve, such as a gift without stock."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        kind: Literal["backordered", "address_refused", "delivery_attempt_failed", "overdue", "email_bounced", "expiring", "stock_low", "endpoint_failing", "delivery_abandoned", "parcel_lost"] | None = None,
        state: Literal["open", "cleared"] | None = None,
        gift_request_id: str | None = None,
        subject_id: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.AttentionItem]:
        """List what needs attention.

        Conditions that a person can resolve, newest first: each with its cause, since when it is true, and
        the next actions. Without ``state``, the list has open and ended ones of the last 90 days.

        ``kind``: Only this kind.
        ``state``: Only those that are true now, or only those that have ended.
        ``gift_request_id``: Only those about this gift request.
        ``subject_id``: Only those about this gift request, parcel, variant or endpoint.
        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``events:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listAttention", query={"kind": kind, "state": state, "gift_request_id": gift_request_id, "subject_id": subject_id, "limit": limit, "after": after, "order": order}, options=options)

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.AttentionItem:
        """Get an item.

        One item, by the id that the webhooks about it carry in their bodies.

        Scope: ``events:read``.
        Errors: NotFoundError.
        """
        result: t.AttentionItem = self._transport.request("getAttentionItem", {"id": id}, options=options)
        return result


class Endpoints:
    """Webhook endpoints. Changes need a token with the scope ``endpoints:write``."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.Endpoint]:
        """List endpoints.

        Newest first, without their secrets.

        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``endpoints:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listEndpoints", query={"limit": limit, "after": after, "order": order}, options=options)

    def create(
        self,
        body: t.CreateEndpointBody,
        **options: Unpack[WriteOptions],
    ) -> t.EndpointWithSecret:
        """Create an endpoint.

        Creates an endpoint and its signing secret, which only this response contains. Requires the
        Enterprise tier.

        Scope: ``endpoints:write``.
        Errors: PermissionDeniedError (plan_required); ValidationError.
        """
        result: t.EndpointWithSecret = self._transport.request("createEndpoint", body=body, options=options)
        return result

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Endpoint:
        """Get an endpoint.

        One endpoint, without its secret.

        Scope: ``endpoints:read``.
        Errors: NotFoundError.
        """
        result: t.Endpoint = self._transport.request("getEndpoint", {"id": id}, options=options)
        return result

    def update(
        self,
        id: str,
        body: t.UpdateEndpointBody,
        **options: Unpack[WriteOptions],
    ) -> t.Endpoint:
        """Change an endpoint.

        Changes the members that the body has. The next attempt of each delivery uses them; recorded bodies
        stay as they are. With ``If-Match`` and the ``ETag`` of an earlier response, the request fails with 412
        if the endpoint has changed since.

        Scope: ``endpoints:write``.
        Errors: NotFoundError; ConflictError (invalid_transition); PermissionDeniedError (plan_required);
        ValidationError.
        """
        result: t.Endpoint = self._transport.request("updateEndpoint", {"id": id}, body=body, options=options)
        return result

    def delete(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.Endpoint:
        """Delete an endpoint.

        Its open deliveries are abandoned. Deliveries and attempts can still be read.

        Scope: ``endpoints:write``.
        Errors: NotFoundError; ValidationError.
        """
        result: t.Endpoint = self._transport.request("deleteEndpoint", {"id": id}, options=options)
        return result

    def rotate_secret(
        self,
        id: str,
        body: t.RotateEndpointSecretBody | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.EndpointWithSecret:
        """Rotate the secret of an endpoint.

        Creates a new signing secret, which only this response contains. For ``overlap_seconds``, requests
        carry a second signature with the previous secret: give the receiver the new secret in this time.
        Then rotate with 0 only if the previous secret must end early. At most two secrets are valid.

        Scope: ``endpoints:write``.
        Errors: NotFoundError; PermissionDeniedError (plan_required); ValidationError.
        """
        result: t.EndpointWithSecret = self._transport.request("rotateEndpointSecret", {"id": id}, body={} if body is None else body, options=options)
        return result

    def rotate_key(
        self,
        id: str,
        body: t.RotateEndpointKeyBody | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Endpoint:
        """Rotate the Ed25519 key of an endpoint.

        Creates a new key pair. Its ``public_key`` is in this response and in every later one. For
        ``overlap_seconds``, requests also carry a signature of the previous key. At most two keys are valid.

        Scope: ``endpoints:write``.
        Errors: NotFoundError; PermissionDeniedError (plan_required); ConflictError (invalid_transition);
        ValidationError.
        """
        result: t.Endpoint = self._transport.request("rotateEndpointKey", {"id": id}, body={} if body is None else body, options=options)
        return result

    def send_test(
        self,
        id: str,
        body: t.SendTestEventBody,
        **options: Unpack[WriteOptions],
    ) -> t.Delivery:
        """Send a test event.

        Sends a sample event to the endpoint: signed and logged like any other, with one attempt, and not in
        the feed of events.

        Scope: ``endpoints:write``.
        Errors: NotFoundError; PermissionDeniedError (plan_required); ValidationError; ConflictError
        (invalid_transition).
        """
        result: t.Delivery = self._transport.request("sendTestEvent", {"id": id}, body=body, options=options)
        return result

    def recover(
        self,
        id: str,
        body: t.RecoverDeliveriesBody,
        *,
        dry_run: bool | None = None,
        **options: Unpack[WriteOptions],
    ) -> t.Recovery:
        """Resend abandoned deliveries.

        Resends the deliveries that were abandoned since a time, oldest first, each event once, at most
        1,000 in one call. Repeat the call until ``remaining`` is 0. Each call counts as 50 requests for the
        rate limit.

        ``dry_run``: Whether only to count: ``remaining`` is the number of deliveries that would be resent.

        Scope: ``endpoints:write``.
        Errors: NotFoundError; PermissionDeniedError (plan_required); ValidationError.
        """
        result: t.Recovery = self._transport.request("recoverDeliveries", {"id": id}, query={"dry_run": dry_run}, body=body, options=options)
        return result


class Deliveries:
    """Deliveries of webhooks, with their attempts."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        endpoint_id: str | None = None,
        event_id: str | None = None,
        event_type: Literal["gift_request_created", "gift_request_redeemed", "gift_request_dispatched", "gift_request_delivered", "gift_request_cancelled", "attention.backordered", "attention.address_refused", "attention.delivery_attempt_failed", "attention.overdue", "attention.email_bounced", "attention.expiring", "attention.stock_low", "attention.endpoint_failing", "attention.delivery_abandoned", "attention.parcel_lost", "attention.cleared"] | None = None,
        gift_request_id: str | None = None,
        state: Literal["pending", "delivered", "abandoned", "parked"] | None = None,
        response_status: Literal["2xx", "3xx", "4xx", "5xx", "none"] | None = None,
        is_test: bool | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        limit: int | None = None,
        after: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        **options: Unpack[RequestOptions],
    ) -> Paginator[t.Delivery]:
        """List deliveries.

        The deliveries of all endpoints, also of deleted ones, newest first, each with its attempts.

        ``endpoint_id``: Only deliveries to this endpoint.
        ``event_id``: Only deliveries of this event.
        ``event_type``: Only deliveries of events of this type.
        ``gift_request_id``: Only deliveries about this gift request.
        ``state``: Only deliveries in this state.
        ``response_status``: Only deliveries with such a response; none: without a response.
        ``is_test``: Only test events, or only real ones.
        ``created_after``: Only deliveries that were created after this time. A time such as
        2026-05-01T10:30:00.000Z.
        ``created_before``: Only deliveries that were created before this time. A time such as
        2026-05-01T10:30:00.000Z.
        ``limit``: The maximum number of entries of the page, at most 100; a larger number counts as 100. At
        least 1.
        ``after``: The id of the last entry of the previous page. The page starts after it.
        ``order``: Newest first, or oldest first.

        Scope: ``endpoints:read``.
        Errors: ValidationError.
        """
        return self._transport.list("listDeliveries", query={"endpoint_id": endpoint_id, "event_id": event_id, "event_type": event_type, "gift_request_id": gift_request_id, "state": state, "response_status": response_status, "is_test": is_test, "created_after": created_after, "created_before": created_before, "limit": limit, "after": after, "order": order}, options=options)

    def get(
        self,
        id: str,
        **options: Unpack[RequestOptions],
    ) -> t.Delivery:
        """Get a delivery.

        One delivery with its attempts. ``GET /events/{id}`` has the body that was sent.

        Scope: ``endpoints:read``.
        Errors: NotFoundError.
        """
        result: t.Delivery = self._transport.request("getDelivery", {"id": id}, options=options)
        return result

    def resend(
        self,
        id: str,
        **options: Unpack[WriteOptions],
    ) -> t.Delivery:
        """Resend a delivery.

        A pending delivery is attempted now, with the same id. For a delivery that has ended, creates a new
        delivery of the same event with the same bytes and five attempts.

        Scope: ``endpoints:write``.
        Errors: NotFoundError; PermissionDeniedError (plan_required); ValidationError; ConflictError
        (invalid_transition).
        """
        result: t.Delivery = self._transport.request("resendDelivery", {"id": id}, options=options)
        return result


class TestHelpers:
    """Simulates the life of a gift request and advances the clock. In staging only."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def advance_gift_request(
        self,
        id: str,
        body: t.Advance,
        **options: Unpack[WriteOptions],
    ) -> t.GiftRequest:
        """Walk a gift request to a state.

        Moves the gift request to an internal state by the shortest valid path of transitions, and emits the
        event of each transition. A gift request that is already in the state does not change.

        In staging only.
        Scope: ``gift_requests:write``.
        Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
        """
        result: t.GiftRequest = self._transport.request("advanceGiftRequest", {"id": id}, body=body, options=options)
        return result

    def advance_clock(
        self,
        body: t.ClockAdvance,
        **options: Unpack[WriteOptions],
    ) -> t.Clock:
        """Advance the clock.

        Advances the clock of the account and runs everything that is due by then: scheduled gifts are sent,
        others expire. The clock cannot be set back.

        In staging only.
        Scope: ``gift_requests:write``.
        Errors: ValidationError.
        """
        result: t.Clock = self._transport.request("advanceClock", body=body, options=options)
        return result


class Resources:
    """The resources of a client."""

    def __init__(self, transport: Transport) -> None:
        self.gift_requests = GiftRequests(transport)
        self.campaigns = Campaigns(transport)
        self.products = Products(transport)
        self.variants = Variants(transport)
        self.stock_levels = StockLevels(transport)
        self.pictures = Pictures(transport)
        self.warehouses = Warehouses(transport)
        self.one_links = OneLinks(transport)
        self.claims = Claims(transport)
        self.recipients = Recipients(transport)
        self.reports = Reports(transport)
        self.events = Events(transport)
        self.attention = Attention(transport)
        self.endpoints = Endpoints(transport)
        self.deliveries = Deliveries(transport)
        self.test_helpers = TestHelpers(transport)
