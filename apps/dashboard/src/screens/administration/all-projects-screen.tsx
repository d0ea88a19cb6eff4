import type { AdministeredProjectView } from '@burgee/contracts/http';
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { allProjectsQuery, ownProject } from '../../api/administration.js';
import { useKnownMe } from '../../api/session.js';
import { SearchField } from '../../feedback/search-field.js';
import { AnchorLink, ButtonLink } from '../../shell/links.js';
import { AdministrationPage } from './administration-page.js';
import classes from './administration.module.css';
import { ConfirmDeed, type DoneDeed } from './confirm-deed.js';
import { PagedList } from './paged-list.js';
import { texts } from './texts.js';

/** All projects of the installation, those without an owner first. */
export function AllProjectsScreen() {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<DoneDeed>();
  return (
    <AdministrationPage title={texts.projects} lead={texts.projectsLead}>
      <PagedList
        label={texts.projects}
        pages={useInfiniteQuery(allProjectsQuery(search.trim()))}
        count={texts.projectCount}
        failed={texts.projectsFailed}
        nothing={search.trim() === '' ? texts.noProjectYet : texts.noProject}
        tools={
          <SearchField
            value={search}
            label={texts.searchProjects}
            hint={texts.searchProjectsHint}
            clear={texts.clearSearch}
            className={classes.searchField}
            onChange={setSearch}
          />
        }
        renderItem={(project) => <ProjectRow key={project.id} project={project} onAsk={setAsked} />}
      />
      <ConfirmDeed deed={asked} onClose={() => setAsked(undefined)} />
    </AdministrationPage>
  );
}

function ProjectRow({ project, onAsk }: { project: AdministeredProjectView; onAsk: (deed: DoneDeed) => void }) {
  const { id, name, owners } = project;
  const me = useKnownMe();
  const isMine = owners.some(({ user_id }) => user_id === me.id);
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        <Text size="sm" fw={600} component="span" className="any-text">
          {name}
        </Text>
        {owners.length === 0 && (
          <span className={classes.sign} data-disabled>
            {texts.noOwner}
          </span>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.wide} component="div">
        {owners.length > 0 && texts.owners(owners.length)}
        {owners.map(({ user_id: userId, name: owner }, index) => (
          <Fragment key={userId}>
            {index > 0 && ', '}
            <AnchorLink to="/administration/accounts/$userId" params={{ userId }} size="sm" className="any-text">
              {owner}
            </AnchorLink>
          </Fragment>
        ))}
      </Text>
      <Text size="xs" c="dimmed" className={classes.when}>
        {texts.size(project)}
      </Text>
      <div className={classes.act}>
        {isMine ? (
          <ButtonLink to="/projects/$projectId" params={{ projectId: id }} variant="subtle" size="compact-sm">
            {texts.open}
            <span className="visually-hidden">{name}</span>
          </ButtonLink>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.ownNamed(name)}
            onClick={() => onAsk({ ...texts.own(name), run: () => ownProject(id) })}
          >
            {texts.becomeOwner}
          </Button>
        )}
      </div>
    </li>
  );
}
