import { useEffect, useState } from 'react';
import type { Landing } from '@vault/contract';
import { preloadable, WhileLoading } from '../kit/preloadable.tsx';
import { PageLoader } from '../kit/spinner.tsx';
import { browserStorage, windowStorage } from '../kit/storage/browser-storage.ts';
import { commonTexts } from '../kit/texts.ts';
import { LandingCard } from './landing/landing-card.tsx';
import { LoadError } from './landing/load-error.tsx';
import { UnlockAgain } from './landing/unlock-again.tsx';
import { UnlockForm } from './landing/unlock-form.tsx';
import { OutageNote } from './visit/outage-note.tsx';
import { Frame } from './parts/frame.tsx';
import { ReloadBoundary } from './landing/reload-boundary.tsx';
import { useColors } from './parts/use-colors.ts';
import { callTexts } from './texts.ts';
import type { LinkPurpose } from './visit/link-address.ts';
import { createLinkVisit } from './visit/link-visit.ts';
import { LinkContext, useLinkState } from './visit/use-link.ts';
import { visitsIn } from './visit/visit-store.ts';

const SharePage = preloadable(async () => (await import('./share/share-page.tsx')).SharePage);
const RequestPage = preloadable(async () => (await import('./request/request-page.tsx')).RequestPage);

/** The page of a link (RECIP-01 … RECIP-10), for people without an account. */
export function LinkPage({ address }: { address: { purpose: LinkPurpose; token: string } | null }) {
  return address === null ? <WrongAddress /> : <Linked {...address} />;
}

function WrongAddress() {
  useColors('');
  return (
    <Frame brand={null}>
      <LoadError code={404} errorCode="LINK_UNAVAILABLE" message={callTexts.linkUnavailable} />
    </Frame>
  );
}

function Linked({ purpose, token }: { purpose: LinkPurpose; token: string }) {
  const [link] = useState(() =>
    createLinkVisit({
      link: token,
      visits: visitsIn({ tab: windowStorage, device: browserStorage }, Date.now),
      now: Date.now,
    }),
  );
  const state = useLinkState(link);
  const [brand, setBrand] = useState<Landing['brand'] | null>(null);
  const known = 'landing' in state ? state.landing.brand : brand;
  if (known !== brand) setBrand(known);
  useColors(brand?.color ?? '');
  useEffect(() => {
    void link.load();
    // The code of the next page loads in parallel.
    void (purpose === 'share' ? SharePage : RequestPage).preload();
  }, [link, purpose]);
  useTitle(state.at === 'open' || state.at === 'locked' ? state.landing : null);
  return (
    <LinkContext value={link}>
      <Frame brand={brand}>
        {state.at === 'loading' && (
          <>
            <PageLoader label={commonTexts.loading} />
            <OutageNote />
          </>
        )}
        {state.at === 'failed' && <LoadError {...state} onRetry={() => void link.load()} />}
        {state.at === 'locked' && (
          <LandingCard landing={state.landing}>
            <UnlockForm landing={state.landing} />
          </LandingCard>
        )}
        {state.at === 'open' && (
          <ReloadBoundary>
            <Opened landing={state.landing} isEnded={state.isEnded} />
          </ReloadBoundary>
        )}
      </Frame>
    </LinkContext>
  );
}

function Opened({ landing, isEnded }: { landing: Landing; isEnded: boolean }) {
  return (
    <WhileLoading show={<PageLoader label={commonTexts.loading} />}>
      {landing.linkType === 'REQUEST' ? (
        <RequestPage landing={landing} isEnded={isEnded} />
      ) : (
        <SharePage landing={landing} isEnded={isEnded} />
      )}
      {isEnded && <UnlockAgain landing={landing} />}
    </WhileLoading>
  );
}

function useTitle(landing: Landing | null): void {
  useEffect(() => {
    if (landing !== null) document.title = `${landing.name} – ${landing.brand.name}`;
  }, [landing]);
}
