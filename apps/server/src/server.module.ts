import { AnalystBook, Attempts, Keys, Tokens } from '@ladder/access';
import type { Vault } from '@ladder/event-store';
import { Analytics } from '@ladder/projections';
import type { Projections } from '@ladder/projections';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { AnalystsController } from './analytics/analysts.controller.js';
import { AnalyticsController } from './analytics/analytics.controller.js';
import { AuditController, VAULT } from './audit/audit.controller.js';
import { Checkpoints } from './audit/checkpoints.js';
import { WhatIfController } from './audit/what-if.controller.js';
import { AppealsController } from './corrections/appeals.controller.js';
import { CorrectionsController } from './corrections/corrections.controller.js';
import { HeadJudgeController } from './duties/head-judge.controller.js';
import { ScorekeeperController } from './duties/scorekeeper.controller.js';
import { ErasureController } from './erasure/erasure.controller.js';
import { Erasures } from './erasure/erasures.js';
import { FeedHub } from './feed/feed-hub.js';
import { FeedController } from './feed/feed.controller.js';
import { Answers } from './http/answers.js';
import { OfficialsController } from './officials/officials.controller.js';
import { PairingsController } from './officials/pairings.controller.js';
import { Backups } from './operations/backups.js';
import { Metrics } from './operations/metrics.js';
import { OperationsController } from './operations/operations.controller.js';
import { Readiness } from './operations/readiness.js';
import { PagesController } from './pages/pages.controller.js';
import { READ_MODELS } from './read-models.js';
import { ReadingController } from './reading/reading.controller.js';
import { RosterController } from './roster/roster.controller.js';
import { RulingsController } from './rulings/rulings.controller.js';
import { EditionsController } from './tournaments/editions.controller.js';
import { TournamentsController } from './tournaments/tournaments.controller.js';

export const CONTROLLERS = [
  EditionsController,
  TournamentsController,
  OfficialsController,
  PairingsController,
  RosterController,
  RulingsController,
  CorrectionsController,
  AppealsController,
  HeadJudgeController,
  ScorekeeperController,
  ReadingController,
  FeedController,
  AuditController,
  WhatIfController,
  AnalystsController,
  AnalyticsController,
  ErasureController,
  OperationsController,
  PagesController,
];

/** What the controllers are given: made before, in start.ts. */
export interface Parts {
  readonly answers: Answers;
  readonly keys: Keys;
  readonly tokens: Tokens;
  readonly attempts: Attempts;
  readonly projections: Projections;
  readonly analytics: Analytics;
  readonly analysts: AnalystBook;
  readonly hub: FeedHub;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly backups: Backups;
  readonly checkpoints: Checkpoints;
  readonly erasures: Erasures;
  readonly vault: Vault;
}

@Module({})
export class ServerModule {
  static with(parts: Parts): DynamicModule {
    const {
      answers,
      keys,
      tokens,
      attempts,
      projections,
      analytics,
      analysts,
      hub,
      readiness,
      metrics,
      backups,
      checkpoints,
      erasures,
      vault,
    } = parts;
    return {
      module: ServerModule,
      controllers: CONTROLLERS,
      providers: [
        { provide: Answers, useValue: answers },
        { provide: Keys, useValue: keys },
        { provide: Tokens, useValue: tokens },
        { provide: Attempts, useValue: attempts },
        { provide: READ_MODELS, useValue: projections },
        { provide: Analytics, useValue: analytics },
        { provide: AnalystBook, useValue: analysts },
        { provide: FeedHub, useValue: hub },
        { provide: Readiness, useValue: readiness },
        { provide: Metrics, useValue: metrics },
        { provide: Backups, useValue: backups },
        { provide: Checkpoints, useValue: checkpoints },
        { provide: Erasures, useValue: erasures },
        { provide: VAULT, useValue: vault },
      ],
    };
  }
}
