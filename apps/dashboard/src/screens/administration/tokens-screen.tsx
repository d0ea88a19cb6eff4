import { useQuery } from '@tanstack/react-query';
import { everyProjectQuery } from '../../api/administration.js';
import { INSTALLATION_TOKENS } from '../../api/tokens.js';
import { OwnList } from '../tokens/own-list.js';
import { texts as tokens } from '../tokens/texts.js';
import { AdministrationPage } from './administration-page.js';
import { texts } from './texts.js';

/** The tokens of the installation. */
export function TokensScreen() {
  const { data: projects = [] } = useQuery(everyProjectQuery);
  return (
    <AdministrationPage title={texts.tokens}>
      <OwnList
        id="tokens"
        says={tokens.installation}
        list={INSTALLATION_TOKENS}
        kind="service"
        projects={projects}
        mayAdminister
      />
    </AdministrationPage>
  );
}
