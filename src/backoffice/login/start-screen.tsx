// The first page of the back office: everything it offers, by group.
import { Link } from 'react-router';
import type { OfficeMenu } from '#web/office-shell.tsx';
import { PageHead } from '#web/page-head.tsx';
import styles from './start-screen.module.css';

const isBuilt = (section: OfficeMenu['sections'][number]) => section.groups.some((group) => group.entries.length > 0);

export function StartScreen({ menu }: { menu: OfficeMenu }) {
  return (
    <>
      <PageHead title="TOP" crumbs={[]} />
      {menu.sections.filter(isBuilt).map((section) => (
        <div className={styles.groups} key={section.id}>
          {section.groups
            .filter((group) => group.entries.length > 0)
            .map((group) => (
              <section key={group.title}>
                <h2>{group.title || section.label}</h2>
                <ul>
                  {group.entries.map((entry) => (
                    <li key={entry.path}>
                      <Link to={entry.path}>{entry.label}</Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
        </div>
      ))}
    </>
  );
}
